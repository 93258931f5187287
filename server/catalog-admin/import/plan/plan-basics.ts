import { productDraft } from '#contract/catalog/admin-products.ts'
import { catalogErrors } from '#contract/catalog/catalog-errors.ts'
import { importLimits } from '#contract/catalog-admin/import-fields.ts'
import { importTexts } from '#contract/catalog-admin/import-texts.ts'
import { maxLengths } from '#contract/kernel/business.ts'
import { cutText } from '#contract/kernel/cut-text.ts'
import { formatRupees, type Paise, toPaise, toRupees } from '#contract/kernel/money.ts'
import { parsePrice } from '#contract/kernel/parse-price.ts'
import { describeChange } from './describe-change.ts'
import { htmlToText } from './html-to-text.ts'
import type { LineError, PartInput, PartPlan } from './plan-context.ts'

const productRules = productDraft.pick({ name: true, description: true, price: true, mrp: true, cost: true })

/** Name, description, category and prices. */
export function planBasics({ record, context }: PartInput): PartPlan {
  const { fields, line } = record
  const { existing, source, options } = context
  const errors: LineError[] = []
  const texts = planTexts({ record, context })
  const notes = [...texts.notes]
  const category =
    fields.category === undefined && fields.productCategory === undefined && existing ? existing.category : context.category?.key
  if (category === undefined) errors.push({ line, text: importTexts.categoryUnknown(fields.category ?? '') })
  if ((fields.descriptionHtml?.length ?? 0) > importLimits.htmlLength) errors.push({ line, text: importTexts.htmlTooLong })
  const isUnpriced = source !== 'own' && !existing && (fields.price === undefined || isZero(fields.price))
  const chosenPrice = isUnpriced && options.missingPrice !== '' ? options.missingPrice : undefined
  if (chosenPrice !== undefined) notes.push(importTexts.priceChosen(chosenPrice))
  else if (isUnpriced) errors.push({ line, text: importTexts.priceMissing })
  const regularPrice = existing && (existing.regular_price_paise ?? existing.price_paise)
  const parsed = productRules.safeParse({
    name: texts.name,
    description: texts.description,
    price: chosenPrice ?? fields.price ?? (regularPrice === undefined ? undefined : String(toRupees(regularPrice))),
    // Shopify writes 0 for no MRP.
    ...(fields.mrp !== undefined && !isZero(fields.mrp) && { mrp: fields.mrp }),
    ...(fields.cost !== undefined && !isZero(fields.cost) && { cost: fields.cost }),
  })
  if (!parsed.success)
    errors.push(
      ...toErrors(
        parsed.error.issues.filter(({ path }) => !(isUnpriced && chosenPrice === undefined && path[0] === 'price')),
        line,
      ),
    )
  if (!parsed.success || category === undefined) return { plan: {}, changes: [], errors, notes }

  const { name, description } = parsed.data
  const price = toPaise(parsed.data.price)
  const cost = parsed.data.cost == null ? (existing?.cost_paise ?? null) : toPaise(parsed.data.cost)
  const given = parsed.data.mrp == null ? undefined : toPaise(parsed.data.mrp)
  // Other shops take what an item is compared with for no MRP when it is not above the price.
  const isLeftOut = source !== 'own' && given !== undefined && given < price
  if (isLeftOut) notes.push(importTexts.mrpTooLow(fields.mrp ?? ''))
  const mrp = given === undefined || isLeftOut ? (existing?.mrp_paise ?? null) : given
  if (mrp !== null && mrp < price) errors.push({ line, text: catalogErrors.mrp_too_low.text })
  const hasSale = existing !== undefined && existing.regular_price_paise !== null
  if (hasSale && price !== regularPrice) errors.push({ line, text: catalogErrors.sale_running.text })
  const changes = [
    ...describeChange('name', existing?.name, name),
    ...describeChange('description', existing?.description, description),
    ...describeChange('category', existing?.category, category),
    ...describeChange('price', formatPaise(regularPrice), formatPaise(price)),
    ...describeChange('mrp', formatPaise(existing?.mrp_paise ?? undefined), formatPaise(mrp ?? undefined)),
    ...describeChange('cost', formatPaise(existing?.cost_paise ?? undefined), formatPaise(cost ?? undefined)),
  ]
  const sale = existing ? undefined : record.sale && { ...record.sale, price: toPaise(record.sale.price) }
  if (existing && record.sale) notes.push(importTexts.saleOfExisting)
  const isSaleLower = sale !== undefined && sale.price > 0 && sale.price < price
  if (sale && !isSaleLower) notes.push(importTexts.saleTooHigh)
  const former = parsePrice(record.formerPrice ?? '')
  const lowered = [
    { before: existing ? regularPrice : former === undefined ? undefined : toPaise(former), after: price },
    { before: price, after: isSaleLower ? sale.price : price },
  ].filter(({ before, after }) => before !== undefined && after < before * importLimits.lowPriceShare)
  for (const { before, after } of lowered) notes.push(importTexts.priceLow(formatPaise(before) ?? '', formatPaise(after) ?? ''))
  // During a sale the price that is paid stays.
  const product = { name, description, category, price: hasSale ? existing.price_paise : price, mrp, cost }
  const plan = {
    product,
    ...(chosenPrice !== undefined && { isDraft: true }),
    ...(isSaleLower && { sale: { price: sale.price, startsAt: sale.startsAt.toISOString(), endsAt: sale.endsAt.toISOString() } }),
  }
  return { plan: changes.length > 0 ? plan : {}, changes, errors, notes, isPriceLow: lowered.length > 0 }
}

const toErrors = (issues: readonly { message: string }[], line: number): LineError[] =>
  issues.map(({ message }) => ({ line, text: message }))

const isZero = (text: string): boolean => parsePrice(text) === 0

const formatPaise = (amount: Paise | undefined): string | undefined => (amount === undefined ? undefined : formatRupees(toRupees(amount)))

interface Texts {
  readonly name: string | undefined
  readonly description: string | undefined
  readonly notes: readonly string[]
}

/** The name and the description. Those of other shops are cut to what a product can have. */
function planTexts({ record: { fields }, context: { existing, source } }: PartInput): Texts {
  const notes: string[] = []
  const isForeign = source !== 'own'
  let name = fields.name ?? existing?.name
  if (isForeign && name !== undefined && name.length > maxLengths.productName) {
    name = cutAtSpace(name, maxLengths.productName)
    notes.push(importTexts.nameCut(maxLengths.productName))
  }
  const html = fields.descriptionHtml
  let text = fields.description ?? (html === undefined ? undefined : htmlToText(cutText(html, importLimits.htmlLength)))
  if (isForeign && text !== undefined && text.length > maxLengths.productDescription) {
    text = cutAtSpace(text, maxLengths.productDescription)
    notes.push(importTexts.descriptionCut(maxLengths.productDescription))
  }
  // A browser ends the lines of a form in its own way.
  if (existing && text !== undefined && text === existing.description.replaceAll('\r\n', '\n')) text = existing.description
  const isMissing = (text ?? '') === '' && existing === undefined && name !== undefined
  if (isMissing) notes.push(importTexts.descriptionMissing)
  return { name, description: isMissing ? name : text || existing?.description, notes }
}

function cutAtSpace(text: string, length: number): string {
  const cut = cutText(text, length)
  const space = cut.search(/\s\S*$/)
  return (space > length / 2 ? cut.slice(0, space) : cut).trim()
}
