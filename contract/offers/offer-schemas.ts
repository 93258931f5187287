import { z } from 'zod'
import { sizeName } from '../catalog/product-sizes.ts'
import { adjustedTotals } from '../kernel/adjusted-totals.ts'
import { quantities } from '../kernel/business.ts'
import { quotedRupees, rupees } from '../kernel/endpoint.ts'
import { requiredText } from '../kernel/field-schemas.ts'
import { offerLimits } from '../kernel/limits/offer-limits.ts'
import { schemaRegistry } from '../kernel/schema-registry.ts'
import { hasOfferValue, isAlwaysAutomatic, offerKinds, offerScopes, toOfferCode } from './offer-kinds.ts'

const { maxPercent, maxRupees, scopeIds, maxUses } = offerLimits

/** What a shopper has typed. An empty text is no code. */
export const typedCode = z.string().max(offerLimits.typedCodeLength, 'This code is too long.').transform(toOfferCode)

const wholeRupees = z
  .int('Enter whole rupees.')
  .min(1, 'Enter an amount of ₹1 or more.')
  .max(maxRupees, 'This amount is too large.')
  .describe('whole rupees')
const percent = z.int('Enter a whole percentage.').min(1, 'Enter 1 % or more.').max(maxPercent, `Enter at most ${maxPercent} %.`)
const uses = z.int('Enter a whole number.').min(1, 'Enter 1 or more.').max(maxUses, 'This number is too large.')
const time = z.iso.datetime('Enter a date and a time.').nullable().default(null)

/** of one order */
const maxItems = quantities.max * quantities.maxLines
const tooManyItems = `An order has at most ${maxItems.toLocaleString('en-IN')} items.`

const items = z.int('Enter a whole number.').min(1, 'Enter 1 or more.').max(maxItems, tooManyItems)

const tier = z.object({ items, percent })
export type OfferTier = z.infer<typeof tier>

const scope = z.object({
  kind: z.enum(offerScopes),
  ids: z
    .array(z.string().min(1).max(64))
    .max(scopeIds, `An offer can name ${scopeIds} of them.`)
    .default([])
    .describe('keys of categories, or ids of collections or products'),
  notOnSale: z.boolean().default(false).describe('leaves out products whose price is lowered by a sale'),
})
export type OfferScope = z.output<typeof scope>

const gift = z.object({
  product: z.uuid('Choose the product.'),
  size: sizeName.nullable().default(null).describe('null: any size'),
})

const scopeNames = { all: 'product', categories: 'category', collections: 'collection', products: 'product' } as const

interface Issue {
  readonly path: string
  readonly message: string
}

type Draft = z.output<typeof draftFields>

const draftFields = z.object({
  title: requiredText('Title', offerLimits.titleLength)
    .refine((title) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(title), 'The title must be one line.')
    .describe('names an offer without a code in carts and orders'),
  code: typedCode
    .refine((code) => /^[A-Z0-9_-]*$/.test(code), 'Use letters from A to Z, digits, hyphens and underscores, without spaces.')
    .refine((code) => code.length !== 1 && code.length <= offerLimits.codeLength, `A code has 2 to ${offerLimits.codeLength} characters.`)
    .nullable()
    .default(null)
    .transform((code) => code || null)
    .describe('null: the offer applies by itself'),
  kind: z
    .enum(offerKinds)
    .describe(
      '`quantity`: tiers; `fixed_price`: `buyItems` for `setPrice`; `buy_x_get_y`: of `buyItems` + `getItems` the cheapest `getItems` cost ' +
        '`getPercent` less; `free_gift`: one item of a product that is in the cart; `pay_online`: for online payments, beside another offer',
    ),
  isPublic: z.boolean().default(false).describe('shows an offer with a code to shoppers; one without a code is always shown'),
  percent: percent.nullable().default(null),
  amount: wholeRupees.nullable().default(null),
  tiers: z.array(tier).max(offerLimits.tiers, `An offer can have ${offerLimits.tiers} steps.`).default([]),
  buyItems: items.nullable().default(null),
  getItems: items.nullable().default(null),
  getPercent: z.int('Enter a whole percentage.').min(1, 'Enter 1 % or more.').max(100, 'Enter at most 100 %.').nullable().default(null),
  setPrice: wholeRupees.nullable().default(null).describe('of `buyItems` together'),
  gift: gift.nullable().default(null),
  commissionPercent: z
    .int('Enter a whole percentage.')
    .min(1, 'Enter 1 % or more.')
    .max(100, 'Enter at most 100 %.')
    .nullable()
    .default(null)
    .describe('of the sales with the code, for somebody who spreads it; only for the figures'),
  most: wholeRupees.nullable().default(null).describe('the largest discount of an order'),
  least: wholeRupees.nullable().default(null).describe('the smallest total of a cart; of `free_gift`: without the gift'),
  scope,
  from: time.describe('null: at once'),
  to: time.describe('null: without an end'),
  limitTotal: uses.nullable().default(null),
  limitPerson: uses.nullable().default(null),
  firstOrder: z.boolean().default(false).describe('only for persons without an order'),
})

const missingValues = {
  percent: 'Enter a percentage.',
  amount: 'Enter an amount.',
  buyItems: 'Enter how many items.',
  getItems: 'Enter how many items.',
  getPercent: 'Enter a percentage. 100 is free.',
  setPrice: 'Enter a price.',
  gift: 'Choose the product.',
} as const

/** What is wrong with the value of an offer. */
function findValueIssue(draft: Draft): Issue | undefined {
  const { kind, percent: part, amount, tiers, buyItems, getItems, least } = draft
  if (kind === 'quantity') {
    if (tiers.length === 0) return { path: 'tiers', message: 'Add at least one step.' }
    const isRising = tiers.every((each, index) => {
      const before = tiers[index - 1]
      return before === undefined || (each.items > before.items && each.percent > before.percent)
    })
    return isRising ? undefined : { path: 'tiers', message: 'Each step needs more items and a higher percentage than the one before.' }
  }
  if (kind === 'pay_online') {
    const hasOne = (part === null) !== (amount === null)
    return hasOne ? undefined : { path: 'percent', message: 'Enter either a percentage or an amount.' }
  }
  const names = Object.keys(missingValues) as (keyof typeof missingValues)[]
  const missing = names.find((name) => hasOfferValue(kind, name) && draft[name] === null)
  if (missing) return { path: missing, message: missingValues[missing] }
  if (kind === 'fixed_price' && buyItems === 1) return { path: 'buyItems', message: 'Enter 2 or more.' }
  if ((buyItems ?? 0) + (getItems ?? 0) > maxItems) return { path: 'getItems', message: tooManyItems }
  if (kind === 'free_gift' && least === null) return { path: 'least', message: 'Enter from which total the gift is free.' }
}

/** Every rule that concerns more than one field. */
function listIssues(draft: Draft): Issue[] {
  const { kind, code, scope: of, from, to, limitPerson, firstOrder } = draft
  const ofPerson = limitPerson !== null ? 'limitPerson' : firstOrder ? 'firstOrder' : undefined
  const hasForeignIds = (of.kind === 'collections' || of.kind === 'products') && of.ids.some((id) => !z.uuid().safeParse(id).success)
  return [
    findValueIssue(draft),
    isAlwaysAutomatic(kind) && code !== null && { path: 'code', message: 'This kind of offer applies by itself, without a code.' },
    // Guests are known only when they order, so an offer without a code could not keep what their cart has shown.
    code === null && ofPerson && { path: ofPerson, message: 'This needs a code.' },
    kind === 'free_gift' && of.kind !== 'all' && { path: 'scope', message: 'The total of a free gift counts all products.' },
    of.kind !== 'all' && of.ids.length === 0 && { path: 'scope', message: `Choose at least one ${scopeNames[of.kind]}.` },
    hasForeignIds && { path: 'scope', message: `Choose at least one ${scopeNames[of.kind]} of the list.` },
    from !== null && to !== null && from >= to && { path: 'to', message: 'The end must be after the start.' },
  ].filter((issue): issue is Issue => typeof issue === 'object')
}

export const offerDraft = draftFields.superRefine((draft, context) => {
  for (const { path, message } of listIssues(draft)) context.addIssue({ code: 'custom', path: [path], message })
})
export type OfferDraft = z.output<typeof offerDraft>

export const offerStates = ['planned', 'running', 'used up', 'over', 'ended'] as const

export const offer = z
  .object({
    ...draftFields.shape,
    _id: z.string(),
    code: z.string().nullable(),
    gift: gift.extend({ name: z.string() }).nullable(),
    scope: scope.extend({ names: z.array(z.object({ _id: z.string(), name: z.string() })).describe('in the order of their names') }),
    state: z.enum(offerStates),
    used: z.int(),
    discounted: rupees.describe('of orders that were not cancelled'),
    version: z.int(),
  })
  .register(schemaRegistry, { id: 'Offer' })
export type Offer = z.output<typeof offer>

const figures = { totalPrice: rupees.describe('Σ price × quantity of what can be ordered'), ...adjustedTotals }

/** What a cart costs with the offers of the moment. */
export const quote = z
  .object({
    ...figures,
    code: z.string().nullable().describe('the code that was entered'),
    refusal: z.string().nullable().describe('why this code does not count now'),
    isApplied: z.boolean().describe('whether this code counts; another offer may be better'),
    next: z.string().optional().describe('what is missing for another offer, as a sentence'),
    hasCodes: z.boolean().describe('whether any offer of the shop has a code'),
    online: z.object(figures).optional().describe('for an online payment; only when it differs'),
  })
  .register(schemaRegistry, { id: 'Quote' })
export type Quote = z.infer<typeof quote>

/** What the page of an order has shown. */
export const shownToPay = quotedRupees.optional().describe('what is to be paid as the shopper saw it; any other amount is rejected')
