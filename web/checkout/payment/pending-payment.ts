import { readStoredJson, storeJson } from '../../api/stored-json.ts'
import type { PaymentShare } from '../advance-button.tsx'
import type { WindowSuccess } from './payment-window.ts'

/** A payment whose window was opened in this tab and whose end is not known yet. It survives a reload. */
export interface PendingPayment {
  /** of the provider's order, or the token of the link by which an order is paid */
  readonly id: string
  readonly share?: PaymentShare | undefined
  /** what the window reported; missing until it reports success */
  readonly success?: WindowSuccess | undefined
}

/** After this a payment that its window has not reported is not looked for any more: its hold has ended, and the server settles it. */
const maxAgeMs = 30 * 60_000

/** Whether the result of a payment that was opened at this time is looked for. */
export const isPending = ({ openedAt, isReported }: { openedAt: unknown; isReported: boolean }): boolean =>
  isReported || (typeof openedAt === 'number' && Date.now() - openedAt < maxAgeMs)

/** Stores the payment; undefined once its end is known. */
export const savePendingPayment = (storageKey: string, payment: PendingPayment | undefined): void =>
  void storeJson('sessionStorage', storageKey, payment && { ...payment, openedAt: Date.now() })

export function readPendingPayment(storageKey: string): PendingPayment | undefined {
  const stored = readStoredJson('sessionStorage', storageKey) as (Partial<PendingPayment> & { openedAt?: unknown }) | undefined
  if (typeof stored?.id !== 'string') return undefined
  const { id, share, success, openedAt } = stored
  return isPending({ openedAt, isReported: success !== undefined }) ? { id, share, success } : undefined
}
