import type { OrderPage } from '#contract/orders/order-links.ts'

type Action = OrderPage['actions'][number]

/** For navigations on the page: what is opened moves the focus to itself. */
export const preserveFocus = { preventScrollReset: true, state: { preserveFocus: true } } as const

/** The query that opens an action on the page of a link that follows the order. */
export const buildOpenSearch = ({ action }: Action): string => `?open=${action}`

/** The action that a query names; undefined when it names none that is possible now. */
export function findOpened({ actions, search }: { actions: readonly Action[]; search: string }): Action | undefined {
  const name = new URLSearchParams(search).get('open')
  return actions.find(({ action }) => action === name)
}
