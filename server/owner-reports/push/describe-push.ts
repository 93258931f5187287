import type { PushKind } from '#contract/accounts/push-devices.ts'
import { formatRupees, type Paise, toRupees } from '#contract/kernel/money.ts'
import { formatCount } from '../format-count.ts'
import type { Problem } from '../problems.ts'
import type { PushMessage } from './push-service.ts'

/** What has happened since the last notification of a device. */
export interface PushNews {
  readonly lastId: number
  readonly orders: number
  readonly totalPaise: Paise
  /** the newest order */
  readonly orderId: string | null
  readonly number: string | null
  /** kinds of problems that have begun or grown */
  readonly problems: readonly string[]
}

interface Description {
  readonly news: PushNews
  readonly kinds: readonly PushKind[]
  /** all that exist now */
  readonly problems: readonly Problem[]
  readonly icon: string
}

/** The path of the shop's icon. */
export const toPushIcon = ({ icon }: { icon: string | null }): string => `${icon ?? ''}/icon-192.png`

const adminHome = '/AdminDashboardWrapper'
const ordersPath = `${adminHome}/OrderDetail`

/** One notification for all news that a device wants; undefined for none. It names no person: number, rupees and kinds only. */
export function describePush({ news, kinds, problems, icon }: Description): PushMessage | undefined {
  const orders = kinds.includes('orders') ? news.orders : 0
  const current = kinds.includes('problems') ? problems.filter(({ kind }) => news.problems.includes(kind)) : []
  const problemText = current.map(({ text }) => text).join('; ')
  const appearance = { tag: `news-${news.lastId}`, icon }
  if (orders > 0) {
    const total = formatRupees(toRupees(news.totalPaise))
    const body = current.length > 0 ? `Problems: ${problemText}` : ''
    if (orders > 1)
      return { title: `${formatCount(orders, 'new order')}, ${total}`, body, path: `${ordersPath}?status=Placed`, ...appearance }
    return { title: `New order ${news.number}, ${total}`, body, path: `${ordersPath}?open=${news.orderId}`, ...appearance }
  }
  if (current.length === 0) return undefined
  // Payments to review are above the list of orders, everything else is on the first screen.
  const path = current.some(({ kind }) => kind === 'payments') ? ordersPath : adminHome
  return {
    title: current.length === 1 ? 'A problem in the shop' : `${current.length} problems in the shop`,
    body: problemText,
    path,
    ...appearance,
  }
}
