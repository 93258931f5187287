import { type RawBuilder, sql } from 'kysely'
import { type ActivityKind, draftSaved } from '#contract/activity/recorded-calls.ts'

/** A table that records what administrators do. */
export interface ActivitySource {
  readonly kind: ActivityKind
  /** the table with the joins of what it names */
  readonly from: RawBuilder<unknown>
  readonly id: RawBuilder<unknown>
  readonly at: RawBuilder<unknown>
  /** the column with the administrator's id; rows without one are those of deleted accounts */
  readonly actor: RawBuilder<unknown>
  /** jobs of the shop have made the changes, no administrator */
  readonly isOfShop?: boolean
  readonly where?: RawBuilder<unknown>
  /** what was done, as the list shows it */
  readonly text: RawBuilder<unknown>
  readonly subjectId: RawBuilder<unknown>
  readonly hasUuid: boolean
  readonly subjectName: RawBuilder<unknown>
  /** the rows whose subject has this name or these words; `isWide`: many products have them */
  readonly matches: (q: string, options: { readonly isWide: boolean }) => RawBuilder<unknown>
  /** the state before and after as jsonb, or `changes` */
  readonly before?: RawBuilder<unknown>
  readonly after?: RawBuilder<unknown>
  /** `{ field: { before, after } }` */
  readonly changes?: RawBuilder<unknown>
  /** false where the values are personal data */
  readonly hasValues: boolean
}

/** Whether a column is one of the ids that a query finds. They are found first, so that nothing is read when there are none. */
const isFound = (column: RawBuilder<unknown>, ids: RawBuilder<unknown>) => sql`(array(${ids}) <> '{}' and ${column} = any (array(${ids})))`

const hasOrderNumber = (column: RawBuilder<unknown>) => (q: string) =>
  isFound(column, sql`select id from orders where number = upper(${q})`)

/** The ids of the products with these words. */
export const selectProducts = (q: string) =>
  sql<{ id: string }>`select id from products where search_vector @@ plainto_tsquery('simple', ${q}) and deleted_at is null`

/** The newest rows of many products are found by their time, those of few by the products. */
const hasProductName =
  (column: RawBuilder<unknown>) =>
  (q: string, { isWide }: { isWide: boolean }) =>
    isWide ? sql`${column} in (${selectProducts(q)})` : isFound(column, selectProducts(q))

/** A history of orders, whose subject is the order. */
const ofOrder = (table: RawBuilder<unknown>, orderId: RawBuilder<unknown>) =>
  ({
    from: sql`${table} left join orders on orders.id = ${orderId}`,
    subjectId: orderId,
    hasUuid: true,
    subjectName: sql`coalesce(orders.number, '')`,
    matches: hasOrderNumber(orderId),
    hasValues: false,
  }) as const

const isLike = (column: RawBuilder<unknown>) => (q: string) => sql`strpos(lower(${column}), lower(${q})) > 0`

/** The list has no name of these. */
const nameless = { hasUuid: true, subjectName: sql`''`, matches: () => sql`false`, hasValues: false } as const

/** The tables that existed before `activity`, by a name that is a part of each entry's id. */
export const activitySources: Readonly<Record<string, ActivitySource>> = {
  order_events: {
    ...ofOrder(sql`order_events h`, sql`h.order_id`),
    kind: 'order',
    id: sql`h.id`,
    at: sql`h.happened_at`,
    actor: sql`h.actor_id`,
    where: sql`h.actor = 'admin'`,
    text: sql`h.event`,
    after: sql`h.change`,
  },
  // Without the name of the customer.
  order_drafts: {
    ...nameless,
    kind: 'order',
    from: sql`order_drafts h`,
    id: sql`h.id`,
    at: sql`h.saved_at`,
    actor: sql`h.saved_by`,
    text: sql`${draftSaved}::text`,
    subjectId: sql`h.id`,
  },
  order_notes: {
    ...ofOrder(sql`order_notes h`, sql`h.order_id`),
    kind: 'order',
    id: sql`h.id`,
    at: sql`h.written_at`,
    actor: sql`h.author_id`,
    text: sql`'Note added'`,
  },
  stock_movements: {
    kind: 'product',
    from: sql`stock_movements h join products on products.id = h.product_id`,
    id: sql`h.id`,
    at: sql`h.moved_at`,
    actor: sql`h.actor_id`,
    where: sql`h.actor_id is not null and h.cause in ('opening', 'correction')`,
    text: sql`'Stock changed'`,
    subjectId: sql`h.product_id`,
    hasUuid: true,
    subjectName: sql`products.name`,
    matches: hasProductName(sql`h.product_id`),
    changes: sql`jsonb_build_object(concat_ws(' ', 'stock', h.size), jsonb_build_object('before', h.stock_after - h.change, 'after', h.stock_after))`,
    hasValues: true,
  },
  // Prices that sales, their end and imports set. A change by an administrator is recorded with all that it changes.
  price_changes: {
    kind: 'product',
    from: sql`price_changes h join products on products.id = h.product_id`,
    id: sql`h.id`,
    at: sql`h.changed_at`,
    actor: sql`null::uuid`,
    isOfShop: true,
    where: sql`exists (select from price_changes earlier where earlier.product_id = h.product_id and earlier.id < h.id)
      and not exists (select from activity where subject_kind = 'product' and subject_id = h.product_id::text
        and happened_at between h.changed_at and h.changed_at + interval '10 seconds')`,
    text: sql`'Price changed by a sale or an import'`,
    subjectId: sql`h.product_id`,
    hasUuid: true,
    subjectName: sql`products.name`,
    matches: hasProductName(sql`h.product_id`),
    changes: sql`jsonb_build_object('price_paise', jsonb_build_object(
      'before', (select price_paise from price_changes earlier where earlier.product_id = h.product_id and earlier.id < h.id order by id desc limit 1),
      'after', h.price_paise))`,
    hasValues: true,
  },
  settings_history: {
    kind: 'setting',
    from: sql`settings_history h`,
    id: sql`h.id`,
    at: sql`h.changed_at`,
    actor: sql`h.changed_by`,
    text: sql`case h.kind when 'published' then 'Published' else 'Publication taken back' end`,
    subjectId: sql`h.key`,
    hasUuid: false,
    subjectName: sql`h.key`,
    matches: isLike(sql`h.key`),
    before: sql`(select value from settings_history earlier where earlier.key = h.key and earlier.id < h.id order by id desc limit 1)`,
    after: sql`h.value`,
    hasValues: false,
  },
  page_versions: {
    kind: 'page',
    from: sql`page_versions h`,
    id: sql`h.page_id || '/' || h.version`,
    at: sql`h.changed_at`,
    actor: sql`h.changed_by`,
    text: sql`initcap(left(h.kind, 1)) || substr(h.kind, 2)`,
    subjectId: sql`h.page_id`,
    hasUuid: true,
    subjectName: sql`coalesce(h.value ->> 'title', '')`,
    matches: isLike(sql`h.value ->> 'title'`),
    hasValues: false,
  },
  offer_events: {
    kind: 'offer',
    from: sql`offer_events h join offers on offers.id = h.offer_id`,
    id: sql`h.id`,
    at: sql`h.happened_at`,
    actor: sql`h.changed_by`,
    text: sql`'Offer ' || h.event`,
    subjectId: sql`h.offer_id`,
    hasUuid: true,
    subjectName: sql`offers.title`,
    matches: isLike(sql`offers.title`),
    changes: sql`h.change`,
    hasValues: true,
  },
  delivery_rule_events: {
    kind: 'delivery rule',
    from: sql`delivery_rule_events h`,
    id: sql`h.id`,
    at: sql`h.happened_at`,
    actor: sql`h.actor_id`,
    text: sql`case h.event when 'imported' then 'Rules imported' else 'Rule ' || h.event end`,
    subjectId: sql`h.prefix`,
    hasUuid: false,
    subjectName: sql`coalesce(h.prefix, '')`,
    matches: isLike(sql`h.prefix`),
    before: sql`case when h.event <> 'imported' then nullif(h.change -> 'before', 'null') end`,
    after: sql`case when h.event <> 'imported' then nullif(h.change -> 'after', 'null') else h.change end`,
    hasValues: true,
  },
  cod_person_events: {
    ...nameless,
    kind: 'customer',
    from: sql`cod_person_events h`,
    id: sql`h.id`,
    at: sql`h.happened_at`,
    actor: sql`h.actor_id`,
    text: sql`'Cash on delivery ' || h.event`,
    subjectId: sql`null::uuid`,
  },
  refunds: {
    kind: 'payment',
    from: sql`refunds h join payments on payments.id = h.payment_id left join orders on orders.id = payments.order_id`,
    id: sql`h.id`,
    at: sql`h.created_at`,
    actor: sql`h.requested_by`,
    where: sql`h.requested_by is not null`,
    text: sql`'Refund requested'`,
    subjectId: sql`payments.order_id`,
    hasUuid: true,
    subjectName: sql`coalesce(orders.number, '')`,
    matches: hasOrderNumber(sql`payments.order_id`),
    changes: sql`jsonb_build_object('amount_paise', jsonb_build_object('after', h.amount_paise))`,
    hasValues: true,
  },
  payouts: {
    ...ofOrder(sql`payouts h`, sql`h.order_id`),
    kind: 'payment',
    id: sql`h.id`,
    at: sql`h.paid_at`,
    actor: sql`h.paid_by`,
    where: sql`h.paid_at is not null`,
    text: sql`'Refund paid'`,
  },
  refund_answers: {
    ...nameless,
    kind: 'return',
    from: sql`refund_answers h`,
    id: sql`h.refund_id`,
    at: sql`h.answered_at`,
    actor: sql`h.answered_by`,
    text: sql`'Refund of the provider answered'`,
    subjectId: sql`h.return_id`,
  },
  resolved_discrepancies: {
    ...nameless,
    kind: 'payment',
    from: sql`resolved_discrepancies h`,
    id: sql`h.id`,
    at: sql`h.resolved_at`,
    actor: sql`h.resolved_by`,
    text: sql`'Payment resolved'`,
    subjectId: sql`null::uuid`,
  },
  restore_transfers: {
    ...nameless,
    kind: 'payment',
    from: sql`restore_transfers h`,
    id: sql`h.id`,
    at: sql`h.answered_at`,
    actor: sql`h.answered_by`,
    where: sql`h.answered_at is not null`,
    text: sql`'Transfer after a restore answered'`,
    subjectId: sql`null::uuid`,
  },
  cod_remittances: {
    kind: 'remittance',
    from: sql`cod_remittances h`,
    id: sql`h.id`,
    at: sql`h.entered_at`,
    actor: sql`h.entered_by`,
    text: sql`'Payment of a courier recorded'`,
    subjectId: sql`h.id`,
    hasUuid: true,
    subjectName: sql`h.courier`,
    matches: isLike(sql`h.courier`),
    hasValues: false,
  },
  undone_remittances: {
    kind: 'remittance',
    from: sql`cod_remittances h`,
    id: sql`h.id`,
    at: sql`h.undone_at`,
    actor: sql`h.undone_by`,
    where: sql`h.undone_at is not null`,
    text: sql`'Payment of a courier undone'`,
    subjectId: sql`h.id`,
    hasUuid: true,
    subjectName: sql`h.courier`,
    matches: isLike(sql`h.courier`),
    hasValues: false,
  },
  cod_remittance_lines: {
    ...ofOrder(sql`cod_remittance_lines h`, sql`h.order_id`),
    kind: 'payment',
    id: sql`h.id`,
    at: sql`h.resolved_at`,
    actor: sql`h.resolved_by`,
    where: sql`h.resolved_at is not null`,
    text: sql`'Line of a courier resolved'`,
  },
}
