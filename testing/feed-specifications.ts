import { z } from 'zod'

// What shopping sites accept, as their own documentation has it. Strict: an attribute that they do not know is a mistake of the feed.

const text = (maxLength: number) => z.string().regex(/\S/).max(maxLength)
const address = z.url().max(2_000)
const price = z.string().regex(/^\d+\.\d\d INR$/)
const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d(Z|[+-]\d\d:\d\d)`
const period = z.string().regex(new RegExp(`^${time}/${time}$`))
const gtin = z.string().regex(/^(\d{8}|\d{12,14})$/)
const taxonomyNumber = z.string().regex(/^[1-9]\d*$/)
/** At most three colours of 40 characters. */
const colour = z.string().regex(/^[^/]{1,40}(\/[^/]{1,40}){0,2}$/)
const days = z.string().regex(/^\d+$/)

/**
 * An item of Google Merchant Center.
 * Sources: https://support.google.com/merchants/answer/7052112 (product data specification), 6324479 (gender), 6324463 (age group) and
 * 12472828 (size system) of the same help center.
 */
export const googleItem = z.strictObject({
  id: text(50),
  title: text(150),
  description: text(5_000),
  link: address,
  image_link: address,
  additional_image_link: z.array(address).max(10).optional(),
  availability: z.enum(['in_stock', 'out_of_stock', 'preorder', 'backorder']),
  availability_date: z.iso.datetime({ offset: true, precision: -1 }).optional(),
  price,
  sale_price: price.optional(),
  sale_price_effective_date: period.optional(),
  maximum_retail_price: price.optional(),
  google_product_category: taxonomyNumber,
  product_type: text(750).optional(),
  brand: text(70),
  gtin: gtin.optional(),
  mpn: text(70).optional(),
  identifier_exists: z.enum(['yes', 'no']).optional(),
  condition: z.enum(['new', 'refurbished', 'used']),
  age_group: z.enum(['newborn', 'infant', 'toddler', 'kids', 'adult']).optional(),
  gender: z.enum(['male', 'female', 'unisex']).optional(),
  color: colour.optional(),
  material: text(200).optional(),
  size: text(100),
  size_system: z.enum(['AU', 'BR', 'CN', 'DE', 'EU', 'FR', 'IT', 'JP', 'MEX', 'UK', 'US']).optional(),
  item_group_id: text(50),
  shipping: z.strictObject({
    country: z.literal('IN'),
    price,
    min_handling_time: days,
    max_handling_time: days,
    min_transit_time: days,
    max_transit_time: days,
  }),
})

/** What free listings require of clothing besides. */
export const googleClothing = googleItem.required({ gender: true, age_group: true, color: true })

const empty = z.literal('')

/**
 * A row of a catalogue of Meta (Facebook, Instagram, WhatsApp).
 * Sources: https://developers.facebook.com/docs/commerce-platform/catalog/fields and
 * https://developers.facebook.com/docs/marketing-api/catalog/reference. A row without a value has an empty cell.
 */
export const metaRow = z.strictObject({
  id: text(100),
  title: text(200),
  description: text(9_999),
  availability: z.enum(['in stock', 'out of stock', 'preorder', 'available for order', 'discontinued', 'pending']),
  condition: z.enum(['new', 'refurbished', 'used']),
  price,
  link: address,
  image_link: address,
  brand: text(100),
  additional_image_link: z
    .string()
    .max(2_000)
    .refine((list) => list.split(',').every((item) => URL.canParse(item)))
    .or(empty),
  sale_price: price.or(empty),
  sale_price_effective_date: period.or(empty),
  item_group_id: text(100),
  gender: z.enum(['female', 'male', 'unisex', '']),
  age_group: z.enum(['adult', 'all ages', 'infant', 'kids', 'newborn', 'teen', 'toddler', '']),
  size: text(200),
  color: text(200).or(empty),
  material: text(200).or(empty),
  gtin: gtin.or(empty),
  mpn: text(100).or(empty),
  google_product_category: taxonomyNumber,
  product_type: text(750).or(empty),
  shipping: z.string().regex(/^IN:[^:]*:[^:]*:\d+\.\d\d INR$/),
})
