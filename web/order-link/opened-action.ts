import type { OrderPage } from '#contract/orders/order-links.ts'

type Action = OrderPage['actions'][number]

/** For navigations on the page: what is opened moves the focus to itself. */
export const preserveFocus = { preventScrollReset: true, state: { preserveFocus: true } } as const

/** `return`, or `refund-2` for the second of its kind. Tokens differ from day to day. */
function nameAction({ actions, action: { action: kind, token } }: { actions: readonly Action[]; action: Action }): string {
  const position = actions.filter(({ action }) => action === kind).findIndex((each) => each.token === token)
  return position > 0 ? `${kind}-${position + 1}` : kind
}

/** The query that opens an action on the page of a link that follows the order. */
export const buildOpenSearch = (choice: { actions: readonly Action[]; action: Action }): string => `?open=${nameAction(choice)}`

/** The action that a query names; undefined when it names none that is possible now. */
export function findOpened({ actions, search }: { actions: readonly Action[]; search: string }): Action | undefined {
  const name = new URLSearchParams(search).get('open')
  return actions.find((action) => nameAction({ actions, action }) === name)
}
