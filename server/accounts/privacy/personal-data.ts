import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { administratorColumns, type UserColumn } from './administrator-columns.ts'
import { selectImportedDetails, selectPastOrders, selectPastOrdersOfAccount } from './imported-details.ts'
import { selectOrderDrafts } from './order-drafts.ts'
import { selectReturns } from './returns-of-orders.ts'
import { selectTickets } from './tickets-of-person.ts'

interface PersonalRows {
  /** what the foreign key does with the rows when the account is deleted */
  readonly atDeletion: 'deleted' | 'detached'
  /** a part of the export, or why the rows are not in it */
  readonly part: ExportPart | 'administrators only' | 'in another part'
}

interface ExportPart {
  readonly name: string
  /** what the shop stores, without secrets; columns have the names of the export, amounts are in rupees */
  readonly select: (userId: string) => RawBuilder<unknown>
}

/** Online payments with their refunds. */
const selectPayments = (where: RawBuilder<unknown>) => sql`
  select created_at as "createdAt", amount_paise / 100.0 as amount, status, provider, provider_order_id as "providerOrderId",
    provider_payment_id as "providerPaymentId", delivery_address as "deliveryAddress", nullif(shopper_note, '') as note, is_gift as "isGift",
    (select number from orders where orders.id = order_id) as "orderNumber",
    array(
      select jsonb_build_object('amount', refunds.amount_paise / 100.0, 'status', refunds.status, 'reason', reason, 'at', refunds.created_at)
      from refunds where payment_id = payments.id order by refunds.created_at
    ) as refunds
  from payments where ${where} order by created_at
`

/** Orders with their lines and events. */
const selectOrders = (where: RawBuilder<unknown>) => sql`
  select number, case when exchange_return_id is null then kind else 'exchange' end as kind, status, payment_status as "paymentStatus",
    placed_at as "placedAt", total_paise / 100.0 as total, to_pay_paise / 100.0 as "toPay",
    paid_paise / 100.0 as paid, advance_paise / 100.0 as advance, refunded_paise / 100.0 as refunded,
    delivery_address as "deliveryAddress", document_name as "documentName", flags, nullif(shopper_note, '') as note, is_gift as "isGift",
    manual_payment as "paidToShop", nullif(manual_payment_reference, '') as "paymentReference", manual_payment_at as "paidAt", is_taken_away as "isTakenAway",
    (
      select jsonb_build_object('source', source, 'medium', medium, 'campaign', campaign, 'host', host, 'clickName', click_name, 'clickId', click_id)
      from order_referrals where order_id = orders.id
    ) as "visit",
    (
      select jsonb_build_object('recipients', recipients, 'agreedAt', agreed_at, 'withdrawnAt', withdrawn_at, 'browser', nullif(user_agent, ''), 'state', state)
      from purchase_reports where order_id = orders.id
    ) as "purchaseReport",
    array(
      select jsonb_build_object('name', name, 'size', size, 'quantity', quantity, 'price', price_paise / 100.0)
      from order_lines where order_id = orders.id order by line
    ) as items,
    array(
      select jsonb_build_object('kind', kind, 'code', label_code, 'amount', sum(amount_paise) / 100.0)
      from order_adjustments where order_id = orders.id group by kind, label_code order by min(id)
    ) as adjustments,
    array(
      select jsonb_build_object('event', event, 'by', actor, 'at', happened_at) || coalesce(jsonb_build_object('change', change), '{}')
      from order_events where order_id = orders.id order by id
    ) as events,
    array(
      select jsonb_build_object('amount', amount_paise / 100.0, 'reason', reason, 'at', created_at)
      from cash_refunds where order_id = orders.id order by id
    ) as "cashRefunds",
    ${selectReturns} as returns,
    array(
      select jsonb_build_object('courier', courier, 'trackingNumber', tracking_number, 'shippedAt', shipped_at)
      from shipments where order_id = orders.id order by created_at
    ) as shipments,
    array(
      select jsonb_build_object('action', action, 'day', deliver_on, 'addressLine', nullif(address_line, ''), 'phone', nullif(phone, ''), 'at', created_at)
      from delivery_answers where order_id = orders.id and answered_by = 'shopper' order by created_at
    ) as "deliveryAnswers"
  from orders where ${where} order by placed_at, id
`

const selectRestockRequests = (where: RawBuilder<unknown>) => sql`
  select name as product, nullif(size, '') as size, email, requested_at as "requestedAt", confirmed_at as "confirmedAt", notified_at as "notifiedAt"
  from restock_requests join products on products.id = product_id where ${where} order by requested_at
`

const byAdministrators: PersonalRows = { atDeletion: 'detached', part: 'administrators only' }

/**
 * Every column that references a user. A test compares the list with the foreign keys of the database: a new table with a user must
 * be added here.
 */
export const personalData: Readonly<Partial<Record<UserColumn, PersonalRows>>> = {
  'sessions.user_id': {
    atDeletion: 'deleted',
    part: {
      name: 'sessions',
      select: (userId) => sql`
        select created_at as "createdAt", last_seen_at as "lastSeenAt", expires_at as "expiresAt", user_agent as "userAgent",
          time_zone as "timeZone", proven_at as "pinEnteredAt"
        from sessions where user_id = ${userId} order by created_at
      `,
    },
  },
  'known_devices.user_id': {
    atDeletion: 'deleted',
    part: {
      name: 'devices',
      select: (userId) => sql`
        select last_success_at as "lastSignIn", failed_attempts as "wrongPins" from known_devices where user_id = ${userId} order by 1
      `,
    },
  },
  'account_links.user_id': {
    atDeletion: 'deleted',
    part: {
      name: 'emailLinks',
      select: (userId) => sql`
        select purpose, email, expires_at as "expiresAt", used_at as "usedAt" from account_links where user_id = ${userId} order by expires_at
      `,
    },
  },
  'login_codes.user_id': {
    atDeletion: 'deleted',
    part: {
      name: 'loginCodes',
      select: (userId) => sql`
        select created_at as "createdAt", attempts from login_codes where user_id = ${userId} order by created_at
      `,
    },
  },
  'second_factors.user_id': { atDeletion: 'deleted', part: 'administrators only' },
  'push_devices.user_id': { atDeletion: 'deleted', part: 'administrators only' },
  'delivery_addresses.user_id': {
    atDeletion: 'deleted',
    part: { name: 'deliveryAddress', select: (userId) => sql`select address from delivery_addresses where user_id = ${userId}` },
  },
  'other_addresses.user_id': {
    atDeletion: 'deleted',
    part: {
      name: 'otherAddresses',
      select: (userId) => sql`select address, saved_at as "savedAt" from other_addresses where user_id = ${userId} order by saved_at`,
    },
  },
  'cart_lines.user_id': {
    atDeletion: 'deleted',
    part: {
      name: 'cart',
      select: (userId) => sql`
        select name, size, quantity, added_at as "addedAt" from cart_lines join products on products.id = product_id
        where user_id = ${userId} order by added_at, size
      `,
    },
  },
  'cart_offers.user_id': {
    atDeletion: 'deleted',
    part: {
      name: 'cartOffer',
      select: (userId) => sql`select code, entered_at as "enteredAt" from cart_offers where user_id = ${userId}`,
    },
  },
  'saved_items.user_id': {
    atDeletion: 'deleted',
    part: {
      name: 'savedItems',
      select: (userId) => sql`
        select name, saved_at as "savedAt" from saved_items join products on products.id = product_id
        where user_id = ${userId} order by saved_at
      `,
    },
  },
  'restock_requests.user_id': {
    atDeletion: 'deleted',
    part: { name: 'restockRequests', select: (userId) => selectRestockRequests(sql`user_id = ${userId}`) },
  },
  'orders.user_id': {
    atDeletion: 'detached',
    part: { name: 'orders', select: (userId) => selectOrders(sql`user_id = ${userId}`) },
  },
  'ucp_sessions.opened_user': {
    atDeletion: 'deleted',
    part: {
      name: 'assistantCheckouts',
      select: (userId) => sql`
        select agent_name as assistant, content, opened_at as "openedAt" from ucp_sessions where opened_user = ${userId} order by opened_at
      `,
    },
  },
  'order_events.actor_id': { atDeletion: 'detached', part: 'in another part' },
  'order_drafts.user_id': {
    atDeletion: 'deleted',
    part: { name: 'orderDrafts', select: (userId) => selectOrderDrafts({ userId, phones: [], emails: [] }) },
  },
  'payments.user_id': {
    atDeletion: 'detached',
    part: {
      name: 'payments',
      select: (userId) => selectPayments(sql`user_id = ${userId}`),
    },
  },
  'consents.user_id': {
    atDeletion: 'detached',
    part: {
      name: 'consents',
      select: (userId) => sql`
        select purpose, given, text_version as "textVersion", source, decided_at as "decidedAt" from consents
        where user_id = ${userId} order by id
      `,
    },
  },
  'data_requests.user_id': {
    atDeletion: 'detached',
    part: {
      name: 'dataRequests',
      select: (userId) => sql`
        select kind, requested_at as "requestedAt", due_at as "dueAt", closed_at as "closedAt", note from data_requests
        where user_id = ${userId} order by requested_at
      `,
    },
  },
  'tickets.user_id': {
    atDeletion: 'detached',
    part: { name: 'tickets', select: (userId) => selectTickets({ userId, emails: [], phones: [] }) },
  },
  ...Object.fromEntries(administratorColumns.map((column) => [column, byAdministrators])),
}

const accountPart: ExportPart = {
  name: 'account',
  select: (userId) => sql`
    select name, created_at as "createdAt", notifications_read_at as "notificationsReadAt", has_weak_pin as "pinIsEasyToGuess",
      failed_attempts as "wrongPins", verified_email as email, asks_email_code as "asksEmailCode"
    from users where id = ${userId}
  `,
}

/** Found by the verified email only: anybody can type a phone. */
const importedPart: ExportPart = {
  name: 'importedDetails',
  select: (userId) => sql`
    select name, phone, email, consent, consent_on as "consentOn", consent_source as "consentSource", imported_at as "importedAt"
    from imported_customers where email = (select lower(verified_email) from users where id = ${userId}) order by id
  `,
}

/** What is set about cash on delivery. The reasons are notes of administrators, as those of orders. */
const selectCodPersons = (personKeys: readonly Buffer[]) => sql`
  select cod, advance_paise / 100.0 as advance, set_at as "setAt" from cod_persons where person_key = any(${personKeys}::bytea[])
  order by set_at, person_key
`

/** The keys of the rows about a person that are stored with keyed hashes. */
export type ListPersonKeys = (person: { phones: readonly string[]; userId?: string }) => Buffer[]

type ExportRecords = Record<string, unknown>[]

async function readPart({ database, select }: { database: Database; select: RawBuilder<unknown> }): Promise<ExportRecords> {
  const { rows } = await sql<{ record: Record<string, unknown> }>`select to_jsonb(part) as record from (${select}) as part`.execute(
    database,
  )
  return rows.map(({ record }) => record)
}

interface ExportOptions {
  readonly database: Database
  readonly listPersonKeys: ListPersonKeys
}

/** All that the shop stores about a shopper, as of one moment. Nothing is found by a phone: anybody can type one. */
export async function exportPersonalData({ database, listPersonKeys, userId }: ExportOptions & { userId: string }) {
  const parts = [
    accountPart,
    importedPart,
    { name: 'pastOrders', select: selectPastOrdersOfAccount },
    ...Object.values(personalData).flatMap(({ part }) => (typeof part === 'object' ? [part] : [])),
  ]
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const entries: [string, ExportRecords][] = []
      for (const { name, select } of parts) entries.push([name, await readPart({ database: trx, select: select(userId) })])
      entries.push(['cashOnDelivery', await readPart({ database: trx, select: selectCodPersons(listPersonKeys({ phones: [], userId })) })])
      return Object.fromEntries(entries)
    })
}

/** The orders, payments, requests, tickets and imported details without an account that have this email address or phone number; an empty one matches none. */
export async function exportGuestData({ database, listPersonKeys, email, phone }: ExportOptions & { email: string; phone: string }) {
  const where = sql`user_id is null and (
    (${email} <> '' and lower(delivery_address ->> 'email') = lower(${email}))
    or (${phone} <> '' and right(regexp_replace(delivery_address ->> 'phone', '\\D', '', 'g'), 10) = ${phone})
  )`
  return {
    orders: await readPart({ database, select: selectOrders(where) }),
    payments: await readPart({ database, select: selectPayments(where) }),
    restockRequests: await readPart({ database, select: selectRestockRequests(sql`user_id is null and lower(email) = lower(${email})`) }),
    importedDetails: await readPart({ database, select: selectImportedDetails({ phones: [phone], emails: [email] }) }),
    pastOrders: await readPart({ database, select: selectPastOrders({ phones: [phone], emails: [email] }) }),
    orderDrafts: await readPart({ database, select: selectOrderDrafts({ userId: null, phones: [phone], emails: [email] }) }),
    cashOnDelivery: await readPart({ database, select: selectCodPersons(listPersonKeys({ phones: phone === '' ? [] : [phone] })) }),
    tickets: await readPart({ database, select: selectTickets({ userId: null, phones: [phone], emails: [email] }) }),
  }
}
