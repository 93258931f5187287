/** What an assistant does about an error: change its request, ask the shopper, or give up. */
type Severity = 'recoverable' | 'requires_buyer_input' | 'requires_buyer_review' | 'unrecoverable'

/** What a reply tells besides its data. `path` is a JSONPath into the reply, such as `$.line_items[0]`. */
export type UcpMessage =
  | { readonly type: 'error'; readonly code: string; readonly content: string; readonly severity: Severity; readonly path?: string }
  | { readonly type: 'warning'; readonly code: string; readonly content: string; readonly path?: string }
  | { readonly type: 'info'; readonly code: string; readonly content: string; readonly path?: string }
