import { type RawBuilder, sql } from 'kysely'
import { importLimits } from '#contract/catalog-admin/import-fields.ts'
import { pushLimits } from '#contract/kernel/limits/push-limits.ts'
import { retention } from '#contract/kernel/limits/retention.ts'
import { redirectLimits } from '#contract/redirects/redirect-limits.ts'
import { deleteInBatches } from '../database/delete-in-batches.ts'
import type { Database, Tables } from '../database/schema.ts'
import { forEachSettled } from '../kernel/for-each-settled.ts'
import type { Job } from './job.ts'

interface Purge {
  readonly name: string
  readonly cron: string
  /** which rows are deleted from each table */
  readonly expired: { readonly [Table in keyof Tables]?: RawBuilder<unknown> }
}

const daysAgo = (days: number) => sql`now() - make_interval(days => ${days})`

/** Matches files of imports that have ended or were never started. */
const isOldImport = sql`exists (
  select from product_imports where id = import_id and created_at < ${daysAgo(importLimits.fileDays)} and state <> 'running'
)`

const purges: readonly Purge[] = [
  {
    // Sessions, links and codes that can no longer be used, and known devices whose cookie has expired.
    name: 'purge-sessions',
    cron: '10 3 * * *',
    expired: {
      sessions: sql`expires_at < now() or created_at < ${daysAgo(retention.maxSessionDays)}`,
      account_links: sql`expires_at < now()`,
      staff_invitations: sql`expires_at < now()`,
      login_codes: sql`created_at < ${daysAgo(1)}`,
      known_devices: sql`last_success_at < ${daysAgo(retention.deviceDays)}`,
    },
  },
  {
    name: 'purge-assistant-requests',
    cron: '15 3 * * *',
    expired: { assistant_requests: sql`last_at < ${daysAgo(retention.assistantRequestDays)}` },
  },
  {
    // Browsers retry within minutes; a week also covers a phone that was switched off during a journey.
    name: 'purge-idempotency-keys',
    cron: '20 3 * * *',
    expired: { idempotency_keys: sql`created_at < ${daysAgo(7)}` },
  },
  {
    // `expire` is in milliseconds since 1970, by the clocks of the servers, which may differ from the database's.
    name: 'purge-rate-limits',
    cron: '30 * * * *',
    expired: { limits: sql`expire < extract(epoch from now() - interval '1 hour') * 1000` },
  },
  {
    // Mails are counted for 24 hours.
    name: 'purge-limited-mails',
    cron: '50 3 * * *',
    expired: { limited_mails: sql`handled_at < ${daysAgo(2)}` },
  },
  {
    name: 'purge-restock-requests',
    cron: '52 3 * * *',
    expired: {
      restock_requests: sql`requested_at < ${daysAgo(retention.restockDays)} or notified_at < ${daysAgo(retention.notifiedRestockDays)}
        or (confirmed_at is null and requested_at < ${daysAgo(retention.unconfirmedRestockDays)})`,
    },
  },
  {
    name: 'purge-privacy-records',
    cron: '55 3 * * *',
    expired: {
      data_requests: sql`closed_at < ${daysAgo(retention.dataRequestDays)}`,
      // A ticket about data is deleted with its request.
      tickets: sql`settled_at < ${daysAgo(retention.ticketDays)} and data_request_id is null`,
      // Contact messages and mails of accounts have the address; mails of orders have none.
      outbox_mails: sql`state = 'given up' and order_event_id is null and settled_at < ${daysAgo(retention.givenUpMailDays)}`,
      return_pictures: sql`created_at < ${daysAgo(retention.returnPictureDays)}`,
      cod_person_events: sql`happened_at < ${daysAgo(retention.codPersonEventDays)}`,
      order_drafts: sql`saved_at < ${daysAgo(retention.orderDraftDays)}`,
      courier_messages: sql`received_at < ${daysAgo(retention.courierMessageDays)}`,
      activity: sql`happened_at < ${daysAgo(retention.activityDays)}`,
      retired_names: sql`retired_at < ${daysAgo(retention.retiredNameDays)}`,
    },
  },
  {
    // What the provider has reported, and card checkouts that nobody paid and that the provider is not asked about any more.
    name: 'purge-payment-records',
    cron: '0 4 * * *',
    expired: {
      payment_events: sql`processed_at < ${daysAgo(retention.paymentEventDays)}`,
      payments: sql`created_at < ${daysAgo(retention.unpaidCheckoutDays)} and order_id is null and status in ('created', 'failed')
        and provider_payment_id is null and discrepancy is null and hold_released_at is not null and next_check_at is null
        and not exists (select from refunds where refunds.payment_id = payments.id)
        and not exists (select from captured_payments where captured_payments.payment_id = payments.id)`,
    },
  },
  {
    // Orders count for 24 to 25 hours.
    name: 'purge-order-sources',
    cron: '50 * * * *',
    expired: {
      order_sources: sql`counted_at < now() - interval '25 hours'`,
      unconfirmed_sums: sql`hour < now() - interval '26 hours'`,
      hold_sources: sql`created_at < now() - interval '25 hours'`,
      packing_claims: sql`opened_at < now() - interval '1 day'`,
    },
  },
  {
    // The sums of days without persons stay.
    name: 'purge-order-referrals',
    cron: '47 3 * * *',
    expired: { order_referrals: sql`stored_at < ${daysAgo(retention.referralDays)}` },
  },
  {
    // They have the address of a shopper, and are not needed after their end.
    name: 'purge-assistant-sessions',
    cron: '35 * * * *',
    expired: { ucp_sessions: sql`expires_at < ${daysAgo(1)} or canceled_at < ${daysAgo(1)}` },
  },
  {
    // The results of an import stay longer than its files.
    name: 'purge-imports',
    cron: '15 4 * * *',
    expired: {
      product_import_csv: isOldImport,
      product_import_files: isOldImport,
      product_imports: sql`created_at < ${daysAgo(importLimits.resultDays)} and state <> 'running'`,
    },
  },
  {
    name: 'purge-missing-paths',
    cron: '45 3 * * *',
    expired: { missing_paths: sql`last_asked_at < ${daysAgo(redirectLimits.missingDays)}` },
  },
  {
    // Events make notifications for a day, and orders of a day are compared with them.
    name: 'purge-push-events',
    cron: '48 3 * * *',
    expired: { push_events: sql`created_at < ${daysAgo(pushLimits.storedDays + 1)}` },
  },
  {
    // With the log of what was sent.
    name: 'purge-events',
    cron: '46 3 * * *',
    expired: { events: sql`created_at < ${daysAgo(retention.eventDays)}` },
  },
  // The daily totals stay.
  { name: 'purge-visits', cron: '40 3 * * *', expired: { visits: sql`visited_at < ${daysAgo(retention.visitDays)}` } },
]

/** Jobs that delete rows whose retention period has ended. */
export function createPurgeJobs({ database }: { database: Database }): Job[] {
  return purges.map(({ name, cron, expired }) => ({
    name,
    cron,
    changes: 'nothing',
    async run({ signal }) {
      const remove = ([table, where]: [string, RawBuilder<unknown>]) =>
        deleteInBatches({ database, table: table as keyof Tables, where, signal })
      await forEachSettled(Object.entries(expired), remove, signal)
    },
  }))
}
