/** Where a browser gets notifications, and the keys that encrypt them for it. */
export interface PushSubscription {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/** What the service worker of a browser shows (public/push-worker.js). */
export interface PushMessage {
  readonly title: string
  readonly body: string
  /** the page of the shop that opens */
  readonly path: string
  /** the same message replaces one that is shown already */
  readonly tag: string
  /** a path of the shop */
  readonly icon: string
}

/** `gone`: the subscription has ended for good. */
export type PushOutcome =
  | { readonly state: 'taken' | 'gone' }
  | { readonly state: 'failed'; readonly reason: string; readonly retryAfterSeconds?: number }

/** The push services of browsers. */
export interface PushService {
  /** the shop's key, with which a browser subscribes */
  readonly publicKey: string
  send(delivery: { subscription: PushSubscription; message: PushMessage }): Promise<PushOutcome>
}
