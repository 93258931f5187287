import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Dispute, Order, Payment, Refund } from './entities.ts'

/** What a restart keeps. Webhook endpoints, events and faults belong to one run. Maps keep the order of creation. */
export interface StoredRecords {
  orders: Map<string, Order>
  payments: Map<string, Payment>
  refunds: Map<string, Refund>
  /** refunds by idempotency key */
  refundKeys: Map<string, { readonly fingerprint: string; readonly refundId: string }>
  disputes: Map<string, Dispute>
}

const STORED = ['orders', 'payments', 'refunds', 'refundKeys', 'disputes'] as const satisfies readonly (keyof StoredRecords)[]

/** The records of the file; none when it does not exist or cannot be read. */
export function loadRecords({ file }: { file: string }): Partial<StoredRecords> {
  try {
    const stored = JSON.parse(readFileSync(file, 'utf8')) as Record<string, [string, never][]>
    return Object.fromEntries(STORED.map((name) => [name, new Map(stored[name])]))
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT')
      console.error(`The Razorpay simulator starts empty, because ${file} cannot be read.`, cause)
    return {}
  }
}

/** A crash during the write leaves the previous file. */
export function saveRecords({ file, records }: { file: string; records: StoredRecords }): void {
  const stored = Object.fromEntries(STORED.map((name) => [name, [...records[name]]]))
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, JSON.stringify(stored), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
