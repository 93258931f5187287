export interface WebhookAnswer {
  /** null: there was no answer */
  readonly status: number | null
  /** the beginning of the answer, or why there was none */
  readonly answer: string
}

/** Sends requests to other programs. */
export interface WebhookSender {
  /** Why requests cannot be sent to a URL; undefined when they can. */
  findProblem(url: string): Promise<'unknown host' | 'not public' | undefined>
  /** Never throws. */
  send(request: { url: string; headers: Readonly<Record<string, string>>; body: string }): Promise<WebhookAnswer>
}
