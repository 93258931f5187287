import { homeCountry } from '#contract/catalog/declarations.ts'
import type { Product } from '#contract/catalog/products.ts'
import { useStoreConfig } from '../../layout/store-config.ts'
import { Icon } from '../../ui/icon.tsx'

/** Whom a product is for; undefined when neither it nor its category says. */
function nameAudience({ gender, ageGroup }: Pick<Product, 'gender' | 'ageGroup'>): string | undefined {
  if (gender === undefined) return undefined
  const [adult, child] = { female: ['Women', 'Girls'], male: ['Men', 'Boys'], unisex: ['Women and men', 'Girls and boys'] }[gender]
  return ageGroup === undefined || ageGroup === 'adult' ? adult : child
}

type Rows = readonly (readonly [term: string, text: string | undefined])[]

/** What shoppers ask about a product: fabric, care, fit. Nothing when it says none of them. */
export function DetailList({ product }: { product: Product }) {
  const { details = {} } = product
  const rows: Rows = [
    ['Fabric', details.fabric],
    ['Care', details.care],
    ['Fit', details.fit],
    ['Colour', details.colour],
    ['For', nameAudience(product)],
    ['Model', details.modelSize],
  ]
  if (rows.every(([, text]) => text === undefined)) return null
  return (
    <section aria-label="Product details">
      <div aria-hidden="true" className="dashed-line mb-2 text-line" />
      <DefinitionRows rows={rows} />
    </section>
  )
}

/** What a product declares, folded. The store is its maker and answers for it unless the product names someone else; an imported
 * product declares only what its file says. */
export function DeclarationList({ product: { details = {}, needsDeclarations = false } }: { product: Product }) {
  const { storeName, storeAddress, storeEmail, storePhone } = useStoreConfig()
  const { weightGrams, itemsInPack } = details
  return (
    <details className="group border-y border-line">
      <summary className="flex min-h-12 items-center justify-between gap-4 font-medium [&::-webkit-details-marker]:hidden">
        Product information
        <Icon name="down" size={18} className="shrink-0 transition-transform duration-150 group-open:rotate-180" />
      </summary>
      <DefinitionRows
        rows={[
          ['Weight', weightGrams === undefined ? undefined : `${weightGrams.toLocaleString('en-IN')} g`],
          ['In the pack', itemsInPack === undefined ? undefined : `${itemsInPack} ${itemsInPack === 1 ? 'item' : 'items'}`],
          ['HSN code', details.hsnCode],
          ['Country of origin', details.countryOfOrigin ?? (needsDeclarations ? undefined : homeCountry)],
          ['Maker', details.maker ?? (needsDeclarations ? undefined : [storeName, storeAddress].filter(Boolean).join(', '))],
          ['Packer', details.packer],
          ['Importer', details.importer],
          ['Consumer care', details.consumerCare ?? `${storeEmail}\n${storePhone}`],
        ]}
      />
    </details>
  )
}

function DefinitionRows({ rows }: { rows: Rows }) {
  return (
    <dl className="grid gap-x-4 md:grid-cols-[max-content_minmax(0,1fr)]">
      {rows.map(
        ([term, text]) =>
          text !== undefined && (
            <div key={term} className="grid grid-cols-subgrid border-b border-line py-2 text-sm last:border-0 md:col-span-2">
              <dt className="font-medium">{term}</dt>
              <dd className="wrap-anywhere whitespace-pre-line text-soft">{text}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
