/** One mail to a shopper, complete. Texts are single lines where a mail header will hold them. */
export interface OrderMail {
  /** the same for every attempt to send this mail, so that a repeated one is recognised */
  readonly messageId: string
  /** the same for every mail of an order, so that they are shown as one conversation */
  readonly conversation: string
  readonly from: { readonly name: string; readonly address: string }
  readonly replyTo: string
  readonly to: { readonly name: string; readonly address: string }
  readonly subject: string
  readonly html: string
  readonly text: string
  /** what the mail is about: names its file where mails are kept as files */
  readonly about: { readonly number: string; readonly event: string; readonly happenedAt: Date }
}

/** Carries mails out of the shop. */
export interface Mailer {
  /** Hands the mail over. Rejects when it could not be, or when nobody knows; then it is tried again later. */
  send(mail: OrderMail): Promise<void>
}
