import { sql } from 'kysely'
import { type UndeclaredField, undeclaredFields } from '#contract/catalog/declarations.ts'
import type { CallReply } from '#contract/contract.ts'
import { paging } from '#contract/kernel/business.ts'
import type { ShopSettings } from '#contract/settings/setting-groups.ts'
import { isTaxed } from '#contract/tax/price-problems.ts'
import { readBackupState } from '../backups/read-backup-state.ts'
import { isUnrated } from '../catalog/listing/declared-values.ts'
import { isUntouchedDemo } from '../catalog/product/demo-products.ts'
import { onSale } from '../database/product-conditions.ts'
import type { Database } from '../database/schema.ts'
import { findDiscrepancies } from '../payments/review/discrepancies.ts'
import { listLastAgents } from '../ucp/agents/count-requests.ts'
import { disabledWebhooks, hasJobTables, lateMails, lostMails, readJobs } from './read-health.ts'

interface Reader {
  readonly database: Database
  /** the administrator who asks */
  readonly userId: string
  readonly shopSettings: Pick<ShopSettings, 'shop' | 'tax'>
  readonly hasCardPayment: boolean
  readonly hasMailServer: boolean
  /** assistants may read the shop */
  readonly hasUcp: boolean
}

interface Facts {
  readonly products: number
  readonly undeclared: Readonly<Partial<Record<UndeclaredField, number>>> | null
  readonly unrated: number
  readonly demoProducts: number
  readonly emptyCategories: number
  readonly hasSecondFactor: boolean
  readonly hasOrder: boolean
  readonly lastWebhookAt: Date | null
  readonly lastSentAt: Date | null
  readonly waiting: number
  readonly givenUp: number
  readonly hasJobs: boolean
  readonly disabledWebhooks: number
}

/** Products are counted up to one more than this number. */
const maxCounted = paging.maxCountedProducts + 1

/** The products of each set of fields left out and each category: from one to the next in the index, because all products share a few. */
const undeclaredGroups = sql`
  (select undeclared, category from products where ${onSale} and undeclared <> '{}' order by 1, 2 limit 1)
  union all
  select next.* from groups, lateral (
    select undeclared, category from products
    where ${onSale} and undeclared <> '{}' and (undeclared, category) > (groups.undeclared, groups.category) order by 1, 2 limit 1
  ) as next
`

/** The facts; the counts of products are read from indexes. */
async function readFacts({ database, userId, shopSettings }: Pick<Reader, 'database' | 'userId' | 'shopSettings'>): Promise<Facts> {
  const { rows } = await sql<Facts>`
    with recursive groups as (${undeclaredGroups})
    select
      (select count(*) from (select from products where ${onSale} limit ${maxCounted}) as counted) as products,
      (select json_object_agg(field, count) from (
        -- The HSN code of a category is that of its products.
        select field, least(sum(count), ${maxCounted})::int as count from groups, lateral (
          select count(*) from (
            select from products where ${onSale} and undeclared <> '{}' and undeclared = groups.undeclared and category = groups.category
            limit ${maxCounted}
          ) as products_of_group
        ) as counted, unnest(undeclared) as field
        where field <> 'hsn' or category in (select key from categories where hsn_code is null)
        group by field
      ) as fields) as undeclared,
      (select count(*) from (select from products where ${onSale} and ${isTaxed(shopSettings) ? isUnrated : sql`false`} limit ${maxCounted}) as counted) as unrated,
      (select count(*) from products where ${isUntouchedDemo} and status in ('on_sale', 'draft')) as "demoProducts",
      (select count(*) from categories where not is_hidden and not exists (select from products where category = categories.key and ${onSale})) as "emptyCategories",
      exists (select from second_factors where user_id = ${userId} and confirmed_at is not null) as "hasSecondFactor",
      exists (select from orders) as "hasOrder",
      (select received_at from payment_events order by id desc limit 1) as "lastWebhookAt",
      (select max(settled_at) from outbox_mails where state = 'sent') as "lastSentAt",
      ${lateMails} as waiting,
      ${lostMails} as "givenUp",
      ${disabledWebhooks} as "disabledWebhooks",
      ${hasJobTables} as "hasJobs"
  `.execute(database)
  return rows[0] as Facts
}

const toTime = (date: Date | null) => date?.toISOString() ?? null

/** What a new shop still has to do, and whether payments, jobs and mails work. */
export async function readFirstDay({
  database,
  userId,
  shopSettings,
  hasCardPayment,
  hasMailServer,
  hasUcp,
}: Reader): Promise<CallReply<'GET /first-day'>> {
  const [facts, discrepancies, backup, agents] = await Promise.all([
    readFacts({ database, userId, shopSettings }),
    findDiscrepancies({ database }),
    readBackupState({ database }),
    listLastAgents({ database }),
  ])
  const jobs = await readJobs({ database, hasJobs: facts.hasJobs })
  const undeclared = Object.fromEntries(undeclaredFields.map((field) => [field, facts.undeclared?.[field] ?? 0]))
  return {
    hasGstin: shopSettings.shop.gstin !== '',
    hasAddress: shopSettings.shop.address !== '',
    products: facts.products,
    undeclared: undeclared as Record<UndeclaredField, number>,
    unrated: facts.unrated,
    demoProducts: facts.demoProducts,
    emptyCategories: facts.emptyCategories,
    hasSecondFactor: facts.hasSecondFactor,
    hasOrder: facts.hasOrder,
    payments: { isOn: hasCardPayment, lastWebhookAt: toTime(facts.lastWebhookAt), toReview: discrepancies.length },
    mail: { hasServer: hasMailServer, lastSentAt: toTime(facts.lastSentAt), waiting: facts.waiting, givenUp: facts.givenUp },
    jobs: { lastRunAt: toTime(jobs.lastRunAt), failed: jobs.failed },
    assistants: { isOn: hasUcp, last: agents },
    disabledWebhooks: facts.disabledWebhooks,
    backup: { lastAt: toTime(backup.lastAt), failure: backup.failure?.message ?? null },
  }
}
