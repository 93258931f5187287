import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { ProductStatus } from '#contract/catalog/admin-products.ts'
import type { AgeGroup, Gender, sizeSystems } from '#contract/catalog/audience.ts'
import type { UndeclaredField } from '#contract/catalog/declarations.ts'
import type { StoredDetails } from '#contract/catalog/product-details.ts'
import type { ReturnRule, SaleReturnRule } from '#contract/catalog/return-rules.ts'
import type { SizeGuide } from '#contract/catalog/size-guide.ts'
import type { Size } from '#contract/kernel/business.ts'
import type { Paise } from '#contract/kernel/money.ts'

/** One file of a feed: consecutive parts in the file store, compressed with gzip. */
export interface StoredFeedFile {
  /** numbers from 1 */
  readonly firstPart: number
  readonly parts: number
  /** of all parts together */
  readonly bytes: number
  /** SHA-256 of the parts, in hexadecimal digits */
  readonly hash: string
  readonly items: number
}

/** The tables of the catalogue. */
export interface ProductTables {
  held_stock: { user_id: string | null; product_id: string; quantity: number }
  held_stock_by_size: { user_id: string | null; product_id: string; size: Size | null; quantity: number }
  products: {
    id: Generated<string>
    name: string
    description: string
    category: string
    /** what is paid */
    price_paise: Paise
    mrp_paise: Paise | null
    /** what one costs the shop; for administrators only */
    cost_paise: Paise | null
    /** imported: it declares nothing that its details do not say */
    needs_declarations: Generated<boolean>
    /** the price before the sale that is running */
    regular_price_paise: Paise | null
    sale_ends_at: Date | null
    stock: number
    image_key: string
    placeholder_color: Generated<string>
    created_at: Generated<Date>
    status: Generated<ProductStatus | 'deleted'>
    /** when a draft goes on sale by itself */
    publish_at: Date | null
    /** one of the products that a demo shop starts with */
    is_demo: Generated<boolean>
    version: Generated<number>
    /** items sold in the last weeks, as of last night */
    units_sold: Generated<number>
    details: JSONColumnType<StoredDetails, string | undefined, string>
    details_version: Generated<number>
    /** counts the changes of product_pictures */
    pictures_version: Generated<number>
    /** names the product in imported and exported files */
    handle: string | null
    /** false: one stock for all sizes */
    has_sizes: Generated<boolean>
    /** set by a trigger: the stock while it is low, and when it last changed; null for other products */
    low_stock: Generated<number | null>
    low_stock_at: Generated<Date | null>
    /** both are set by a trigger from the name, the description and the keywords of the category */
    search_text: Generated<string>
    search_vector: Generated<string>
    /** what it does not say */
    undeclared: GeneratedAlways<UndeclaredField[]>
  }
  categories: {
    key: string
    name: string
    /** the keywords */
    words: Generated<string>
    position: number
    is_hidden: Generated<boolean>
    sizes: string[] | null
    size_guide: JSONColumnType<SizeGuide> | null
    hsn_code: string | null
    gender: Gender | null
    age_group: AgeGroup | null
    size_system: (typeof sizeSystems)[number] | null
    /** number in Google's product taxonomy */
    google_category: number | null
    item_weight_grams: number | null
    /** length, breadth and height */
    box_cm: number[] | null
    /** of products that say nothing themselves; null: they can be returned */
    return_rule: ReturnRule | null
    description: Generated<string>
    /** the description is that of the demo shop */
    is_demo: Generated<boolean>
    image_key: string | null
    placeholder_color: string | null
    version: Generated<number>
  }
  /** The first one equals the image of the product. */
  product_pictures: {
    id: Generated<string>
    product_id: string
    position: number
    image_key: string
    placeholder_color: string
    alt: Generated<string>
    /** where an import has found it */
    source: string | null
  }
  /** Sizes with a stock of their own; a trigger keeps `products.stock`, which is their sum. */
  product_sizes: {
    product_id: string
    size: Size
    position: number
    stock: number
    sku: string | null
    barcode: string | null
    /** null or empty when the shop does not say; for administrators only */
    shelf: string | null
  }
  product_sales: {
    id: Generated<string>
    product_id: string
    price_paise: Paise
    starts_at: Date
    ends_at: Date
    state: Generated<'planned' | 'running' | 'over'>
    /** of its product while it runs; null: as without it */
    return_rule: SaleReturnRule | null
    /** the sale of a category or a collection that it belongs to */
    group_id: string | null
    created_at: Generated<Date>
  }
  group_sales: {
    id: Generated<string>
    kind: 'category' | 'collection'
    key: string
    percent: number
    starts_at: Date
    ends_at: Date
    started_by: string | null
    ended_by: string | null
    created_at: Generated<Date>
  }
  /** Written by a trigger. */
  price_changes: { id: GeneratedAlways<number>; product_id: string; price_paise: Paise; changed_at: Generated<Date> }
  collections: {
    id: Generated<string>
    slug: string
    title: string
    text: Generated<string>
    shown_from: string | null
    shown_until: string | null
    is_demo: Generated<boolean>
    /** null: that of its first product is shown */
    image_key: string | null
    placeholder_color: string | null
    version: Generated<number>
  }
  collection_products: { collection_id: string; product_id: string; position: number }
  product_words: { word: string }
  /** Runs that write the product feeds of shopping sites into the file store. */
  feeds: {
    id: Generated<string>
    kind: 'google' | 'meta'
    /** parts that are or may be in the file store */
    parts: Generated<number>
    files: JSONColumnType<StoredFeedFile[], string | undefined, string>
    /** somebody asks for a newer one */
    is_outdated: Generated<boolean>
    started_at: Generated<Date>
    finished_at: Date | null
  }
  search_synonyms: { word: string; means: string }
  restock_requests: {
    id: Generated<string>
    product_id: string
    /** empty: the product has one stock for all sizes */
    size: Size | ''
    email: string
    recipient: string
    user_id: string | null
    requested_at: Generated<Date>
    confirmed_at: Date | null
    notified_at: Date | null
  }
}
