import type { Product } from '#contract/catalog/products.ts'

/** The offers that shoppers see, as sentences. Reads nothing from the database. */
export interface OfferTexts {
  readonly listOfProduct: (product: Pick<Product, '_id' | 'category' | 'regularPrice'>) => readonly string[]
  readonly listOfCategory: (category: string | undefined) => readonly string[]
}

/** A reply with the offers that concern what it shows; the reply itself without one. */
export const withOfferTexts = <Reply extends object>(reply: Reply, offers: readonly string[]): Reply & { offers?: string[] } =>
  offers.length === 0 ? reply : { ...reply, offers: [...offers] }

/** Products with the offers that concern each of them. */
export const addOfferTexts = ({ products, texts }: { products: readonly Product[]; texts: OfferTexts }): Product[] =>
  products.map((product) => withOfferTexts(product, texts.listOfProduct(product)))
