/** An account at a mail server. */
export interface MailServer {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly password: string
}

/** Why a mail was not sent, in a sentence for the owner. */
export class MailServerError extends Error {}

/** One complete mail. Texts that go into headers are single lines. */
export interface Mail {
  /** the same at each attempt to send this mail, so that receivers recognise a repeated one */
  readonly messageId: string
  /** the same for all mails of an order, so that mail programs show them as one thread */
  readonly threadId: string
  readonly from: { readonly name: string; readonly address: string }
  readonly replyTo: string
  readonly to: { readonly name: string; readonly address: string }
  readonly subject: string
  readonly html: string
  readonly text: string
  /** the page that ends such mails; mail programs show a button for it */
  readonly unsubscribeUrl?: string
  readonly attachments?: readonly { readonly filename: string; readonly content: Buffer; readonly contentType: string }[]
  /** names the file of the mail where mails are stored as files */
  readonly about: { readonly number: string; readonly event: string; readonly happenedAt: Date }
}

export interface Mailer {
  /** Hands the mail over. Rejects when that fails or when the outcome is unknown; the mail is then sent again later. */
  send(mail: Mail): Promise<void>
}
