import { type ComponentType, useCallback, useMemo, useRef } from 'react'
import type { Right } from '#contract/kernel/rights.ts'
import { callSignedIn } from '../../../../session/call-signed-in.ts'
import { Drawer, DrawerSection } from '../../../kit/drawer.tsx'
import { Needs } from '../../../kit/needs.tsx'
import { UploadsContext, useOpenUploads } from '../../../kit/open-uploads.tsx'
import { useResource } from '../../../kit/use-resource.ts'
import { RecordHistory } from '../../../shared/record-history.tsx'
import type { TaxedCategory } from '../../../shared/use-tax-rates.ts'
import { DetailsSection } from './details-section.tsx'
import { EditSection } from './edit-section.tsx'
import { MovementSection } from './movement-section.tsx'
import { PictureSection } from './picture-section.tsx'
import { type CardData, ProductCardContext } from './product-card.tsx'
import { SaleSection } from './sale-section.tsx'
import { SizesSection } from './sizes-section.tsx'
import { StatusSection } from './status-section.tsx'
import { StockSection } from './stock-section.tsx'

const load = (id: string) => callSignedIn('GET /products/:id/stock', { params: { id } })

/** What the drawer shows of a product, from top to bottom. */
const sections: readonly { readonly title: string; readonly Section: ComponentType; readonly right?: Right }[] = [
  { title: 'Status', Section: StatusSection },
  { title: 'Stock', Section: StockSection },
  { title: 'Sizes', Section: SizesSection },
  { title: 'Details', Section: EditSection },
  { title: 'Fabric, care, declarations and search', Section: DetailsSection },
  { title: 'Sale', Section: SaleSection, right: 'prices' },
  { title: 'Pictures', Section: PictureSection },
  { title: 'Stock history', Section: MovementSection },
]

interface ProductDrawerProps {
  id: string
  categories: readonly TaxedCategory[]
  storeAddress: string | null
  onClose: () => void
  onChange: () => void
}

/** One product with all that can be changed about it. */
export function ProductDrawer({ id, onClose, ...card }: ProductDrawerProps) {
  const resource = useResource({ id, load })
  // Not state: Escape right after a change must see it.
  const edited = useRef(new Set<string>())
  return (
    <Drawer resource={resource} title={resource.data?.product.name ?? 'Product'} hasEdits={() => edited.current.size > 0} onClose={onClose}>
      {(data) => (
        <>
          <Sections {...card} data={data} setData={resource.setData} reload={resource.reload} edited={edited.current} />
          <RecordHistory key={data.product.version} kind="product" id={id} />
        </>
      )}
    </Drawer>
  )
}

interface SectionsProps extends Omit<ProductDrawerProps, 'id' | 'onClose'> {
  data: CardData
  setData: (data: CardData) => void
  reload: () => void
  /** the sections with input that is not saved */
  edited: Set<string>
}

function Sections({ data, setData, reload, edited, categories, storeAddress, onChange }: SectionsProps) {
  const reportEdit = useCallback(
    (section: string, isEdited: boolean) => {
      if (isEdited) edited.add(section)
      else edited.delete(section)
    },
    [edited],
  )
  const { isUploading, report } = useOpenUploads()
  const card = useMemo(() => {
    const show = (change: Partial<CardData>) => {
      setData({ ...data, ...change })
      onChange()
    }
    return { ...data, categories, storeAddress, show, reload, isUploading, reportEdit }
  }, [data, setData, reload, isUploading, reportEdit, categories, storeAddress, onChange])
  return (
    <ProductCardContext value={card}>
      <UploadsContext value={report}>
        {sections.map(({ title, Section, right }) => (
          <Needs key={title} right={right}>
            <DrawerSection title={title}>
              <Section />
            </DrawerSection>
          </Needs>
        ))}
      </UploadsContext>
    </ProductCardContext>
  )
}
