import type { ImportField } from '#contract/catalog-admin/import-fields.ts'

/** What columns of tables from elsewhere are called, the surest name of each field first: in lower case, words separated by spaces. */
const names: Readonly<Partial<Record<ImportField, readonly string[]>>> = {
  handle: ['handle', 'url handle', 'slug', 'url key', 'product handle', 'handle id'],
  name: [
    ...['name', 'title', 'product name', 'product title', 'item name', 'display name', 'product display name', 'post title'],
    ...['style name', 'product', 'item', 'article name', 'nombre', 'nom', 'bezeichnung', 'название', 'имя'],
  ],
  description: [
    ...['description', 'product description', 'long description', 'body html', 'body', 'description html', 'full description'],
    ...['post content', 'content', 'details', 'product details', 'desc', 'descripcion', 'описание'],
  ],
  shortDescription: ['short description', 'excerpt', 'summary', 'краткое описание'],
  category: [
    ...[
      'category',
      'categories',
      'category name',
      'product category',
      'product category name',
      'product type',
      'collection',
      'collections',
      'department',
    ],
    ...['master category', 'article type', 'sub category', 'subcategory', 'type', 'категории'],
  ],
  price: [
    ...['price', 'selling price', 'base price', 'variant price', 'price inr', 'price rs', 'retail price', 'current price', 'unit price'],
    ...['our price', 'regular price', 'sell price', 'price usd', 'final price', 'precio', 'базовая цена'],
  ],
  mrp: [
    'mrp',
    'compare at price',
    'compare price',
    'original price',
    'list price',
    'was price',
    'old price',
    'strike price',
    'max retail price',
  ],
  salePrice: ['sale price', 'discounted price', 'discount price', 'offer price', 'special price', 'promo price', 'акционная цена'],
  saleStartsAt: ['date sale price starts', 'sale starts', 'sale start', 'sale start date', 'special price from date', 'date on sale from'],
  saleEndsAt: ['date sale price ends', 'sale ends', 'sale end', 'sale end date', 'special price to date', 'date on sale to'],
  cost: ['cost', 'cost price', 'cost per item', 'purchase price', 'buying price'],
  stock: [
    ...[
      'stock',
      'stock quantity',
      'quantity',
      'qty',
      'inventory',
      'inventory quantity',
      'inventory qty',
      'stock qty',
      'variant inventory qty',
    ],
    ...['available quantity', 'available stock', 'on hand', 'units in stock', 'total stock', 'запасы'],
  ],
  inStock: ['in stock', 'stock status', 'availability', 'is in stock', 'instock', 'наличие'],
  sku: ['sku', 'variant sku', 'sku code', 'item code', 'product code', 'style code', 'article number', 'article no', 'style no', 'артикул'],
  barcode: ['barcode', 'variant barcode', 'ean', 'upc', 'gtin', 'ean code'],
  size: ['size', 'sizes', 'variant size', 'size name', 'available sizes', 'variant title', 'option size', 'talla', 'размер'],
  colour: ['colour', 'color', 'colours', 'colors', 'variant color', 'variant colour', 'colour name', 'color name', 'base colour', 'цвет'],
  pictures: [
    ...[
      'pictures',
      'all images',
      'gallery all images',
      'images',
      'image urls',
      'image ur ls',
      'product image url',
      'gallery urls',
      'image src',
    ],
    ...['image', 'image url', 'main image', 'primary image', 'featured image', 'picture', 'photo', 'photos', 'img', 'image link'],
    ...['product image', 'imageurls', 'thumbnail', 'изображения'],
  ],
  pictureTexts: ['image alt text', 'picture texts'],
  searchWords: ['tags', 'keywords', 'search keywords', 'search terms', 'метки'],
  status: ['status', 'product status'],
  published: ['published', 'is published', 'visible', 'active', 'is active', 'enabled'],
  weightGrams: ['weight g', 'weight grams', 'weight in grams', 'grams', 'variant grams'],
  weightKilograms: ['weight kg', 'weight in kg'],
  seoTitle: ['seo title', 'meta title'],
  seoDescription: ['seo description', 'meta description'],
  hsnCode: ['hsn', 'hsn code', 'hsn sac'],
  countryOfOrigin: ['country of origin', 'made in', 'origin'],
  fabric: ['fabric', 'material', 'composition', 'fabric type'],
  gender: ['gender', 'target gender'],
  ageGroup: ['age group'],
  option1Name: ['option1 name', 'option 1 name'],
  option1Value: ['option1 value', 'option 1 value'],
  option2Name: ['option2 name', 'option 2 name'],
  option2Value: ['option2 value', 'option 2 value'],
  option3Name: ['option3 name', 'option 3 name'],
  option3Value: ['option3 value', 'option 3 value'],
}

const places = new Map(
  Object.entries(names).flatMap(([field, all]) => all.map((name, rank) => [name, { field: field as ImportField, rank }] as const)),
)

/** `salePrice`, `sale_price` and `Sale-Price (₹)` as `sale price`. */
const toWords = (name: string): string =>
  name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/\([^()]*\)|[₹*?]/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The field of a column by its name, and how sure it is: a smaller rank is surer. */
export const findOtherColumn = (name: string): { readonly field: ImportField; readonly rank: number } | undefined =>
  places.get(toWords(name))
