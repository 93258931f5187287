import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { productHref } from '#contract/catalog/product-url.ts'
import { onSale } from '../../database/product-conditions.ts'
import { createRateLimit } from '../../database/rate-limit.ts'
import type { Database, OutboxRestockMail, Transaction } from '../../database/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import type { AccountMailContent } from '../../mail/account-mail.ts'
import type { OutboxMail } from '../../mail/outbox.ts'
import type { RestockLinks } from './restock-links.ts'

/** How long those who were notified may order before others are notified of the same items. */
const headStartHours = 24

/** Mails of one run, so that mails of orders do not wait for them. */
const maxMailsPerRun = 100

/** Unconfirmed links that are sent to one mailbox in a day. */
const confirmationLimit = { name: 'restock-links', points: 5, seconds: 86_400, factor: 1 } as const

/** What is in stock of the product and size of a request. A size that the product does not have is not. */
const stockOfRequest = sql<number>`case when has_sizes and restock_requests.size <> '' then coalesce((
  select product_sizes.stock from product_sizes where product_sizes.product_id = products.id and product_sizes.size = restock_requests.size
), 0) else products.stock end`

/**
 * Queues mails about stock that has come back: as many for each product and size as there are items, the oldest confirmed requests first.
 * Returns how many. Items that others were notified of in the last hours are not announced again.
 */
export async function queueRestockMails({ database }: { database: Database }): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with available as (
      select restock_requests.*, ${stockOfRequest} as stock
      from restock_requests join products on products.id = product_id
      where confirmed_at is not null and notified_at is null and ${onSale} and products.stock > 0
    ), ranked as (
      select id, requested_at, stock - (
        select count(*) from restock_requests as notified where notified.product_id = available.product_id and notified.size = available.size
          and notified.notified_at > clock_timestamp() - make_interval(hours => ${headStartHours})
      ) as free, row_number() over (partition by product_id, size order by requested_at, id) as place
      from available where stock > 0
    ), notified as (
      update restock_requests set notified_at = clock_timestamp()
      where notified_at is null and id in (select id from ranked where place <= free order by requested_at, id limit ${maxMailsPerRun})
      returning id
    )
    insert into outbox_mails (account_mail) select jsonb_build_object('kind', 'back in stock', 'restockRequestId', id) from notified
  `.execute(database)
  return Number(numAffectedRows)
}

interface QueuedMail extends OutboxRestockMail {
  readonly trx: Transaction
  readonly mail: Pick<OutboxMail, 'attempts'>
}

/** Finds what a queued mail about stock says, when it is sent. */
export function createRestockMails({ database, links, baseUrl }: { database: Database; links: RestockLinks; baseUrl: string }) {
  const limit = createRateLimit({ ...confirmationLimit, database })

  /** Attempts to send the same mail again do not count. */
  async function mayReceive({ recipient, attempts }: { recipient: string; attempts: number }): Promise<boolean> {
    if (attempts > 0) return true
    try {
      await limit.consume(hash('sha256', recipient))
      return true
    } catch (error) {
      if (error instanceof AppError) return false
      throw error
    }
  }

  /** The content of a queued mail; undefined when it is not due any more or not allowed. */
  return async function buildContent({ trx, mail, kind, restockRequestId: id }: QueuedMail): Promise<AccountMailContent | undefined> {
    const found = await trx
      .selectFrom('restock_requests')
      .innerJoin('products', 'products.id', 'product_id')
      .select(['product_id', 'name', 'size', 'email', 'recipient', 'confirmed_at', 'notified_at', stockOfRequest.as('stock')])
      .where('restock_requests.id', '=', id)
      .where(onSale)
      .executeTakeFirst()
    if (!found) return undefined
    const { product_id: productId, size, email: to, recipient, confirmed_at: confirmedAt, notified_at: notifiedAt } = found
    const shared = { to, product: found.name, size, url: baseUrl + links.create(id) }
    if (kind === 'confirm restock') {
      return confirmedAt || !(await mayReceive({ recipient, attempts: mail.attempts })) ? undefined : { kind, ...shared }
    }
    if (!notifiedAt) return undefined
    if (found.stock === 0) {
      // Sold out again: the request waits as before.
      await trx.updateTable('restock_requests').set({ notified_at: null }).where('id', '=', id).execute()
      return undefined
    }
    const productUrl = `${baseUrl}${productHref({ _id: productId, name: found.name })}${size && `?size=${encodeURIComponent(size)}`}`
    return { kind, ...shared, productUrl }
  }
}

export type BuildRestockMail = ReturnType<typeof createRestockMails>
