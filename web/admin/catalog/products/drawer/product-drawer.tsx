import { useRef, useState } from 'react'
import type { AdminProduct } from '#contract/catalog/admin-products.ts'
import type { Category } from '#contract/catalog/categories.ts'
import { formatRupees } from '#contract/money.ts'
import { callSignedIn } from '../../../../auth/call-signed-in.ts'
import { Drawer, DrawerSection } from '../../../shared/drawer.tsx'
import { useResource } from '../../../shared/use-resource.ts'
import { ProductForm } from '../form/product-form.tsx'
import { editProduct } from '../form/submit-product.ts'
import { StockBadge } from '../list/stock-badge.tsx'
import { DetailsSection } from './details-section.tsx'
import { MovementList } from './movement-list.tsx'
import { PictureSection } from './picture-section.tsx'
import { SaleSection } from './sale-section.tsx'
import { SizesForm } from './sizes-form.tsx'
import { StatusSection } from './status-section.tsx'
import { StockForm } from './stock-form.tsx'
import { WaitingList } from './waiting-list.tsx'

const load = (id: string) => callSignedIn('GET /products/:id/stock', { params: { id } })

/** One product: status, stock, sizes, details, sale, pictures and stock history. */
export function ProductDrawer({
  id,
  categories,
  storeAddress,
  onClose,
  onChange,
}: {
  id: string
  categories: readonly Category[]
  storeAddress: string | null
  onClose: () => void
  onChange: () => void
}) {
  const resource = useResource({ id, load })
  const [stockMessage, setStockMessage] = useState('')
  const [sizesMessage, setSizesMessage] = useState('')
  const [message, setMessage] = useState('')
  // Not state: Escape right after a change must see it.
  const edited = useRef({ stock: false, sizes: false, details: false, pictures: false, sale: false, declarations: false, status: false })
  return (
    <Drawer
      resource={resource}
      title={resource.data?.product.name ?? 'Product'}
      hasEdits={() => Object.values(edited.current).includes(true)}
      onClose={onClose}
    >
      {({ product, sizes, movements, waiting }) => (
        <>
          <DrawerSection title="Status">
            <StatusSection
              product={product}
              onChange={(changed) => {
                resource.setData({ sizes, movements, waiting, product: changed })
                onChange()
              }}
              onConflict={resource.reload}
              onEdit={(isEdited) => {
                edited.current.status = isEdited
              }}
            />
          </DrawerSection>
          <DrawerSection title="Stock">
            <p className="text-lg tabular-nums">
              <StockBadge stock={product.stock} unit={product.stock === 1 ? 'item' : 'items'} />
            </p>
            <WaitingList waiting={waiting} />
            <StockForm
              id={id}
              stock={product.stock}
              sizes={sizes}
              onChanged={({ message: saved, ...card }) => {
                resource.setData(card)
                setStockMessage(saved)
                onChange()
              }}
              onEdit={(isEdited) => {
                edited.current.stock = isEdited
                if (isEdited) setStockMessage('')
              }}
            >
              <SavedMessage>{stockMessage}</SavedMessage>
            </StockForm>
          </DrawerSection>
          <DrawerSection title="Sizes">
            <SizesForm
              product={product}
              sizes={sizes}
              onChanged={({ message: saved, ...card }) => {
                resource.setData(card)
                setSizesMessage(saved)
                onChange()
              }}
              onEdit={(isEdited) => {
                edited.current.sizes = isEdited
                if (isEdited) setSizesMessage('')
              }}
            >
              <SavedMessage>{sizesMessage}</SavedMessage>
            </SizesForm>
          </DrawerSection>
          <DrawerSection title="Details">
            <ProductForm
              kind="edit"
              categories={categories}
              action="Save"
              priceHint={describeSalePrice(product)}
              values={{
                name: product.name,
                description: product.description,
                price: String(product.price),
                mrp: product.mrp === undefined ? '' : String(product.mrp),
                category: product.category,
                version: String(product.version),
                stock: '',
                image: undefined,
                focusX: String(product.focus.x),
                focusY: String(product.focus.y),
              }}
              send={(values, onProgress) => editProduct({ id, values, onProgress })}
              onSent={(saved) => {
                resource.setData({ sizes, movements, waiting, product: saved.product })
                setMessage(saved.message)
                onChange()
              }}
              onEdit={(isEdited) => {
                edited.current.details = isEdited
                if (isEdited) setMessage('')
              }}
            >
              <button type="button" onClick={resource.reload} className="link inline-flex min-h-11 items-center text-sm">
                Reload
              </button>
              <SavedMessage>{message}</SavedMessage>
            </ProductForm>
          </DrawerSection>
          <DrawerSection title="Fabric, care, declarations and search">
            <DetailsSection
              product={product}
              storeAddress={storeAddress}
              onSaved={(saved) => {
                resource.setData({ sizes, movements, waiting, product: saved })
                onChange()
              }}
              onConflict={resource.reload}
              onEdit={(isEdited) => {
                edited.current.declarations = isEdited
              }}
            />
          </DrawerSection>
          <DrawerSection title="Sale">
            <SaleSection
              productId={id}
              onChange={(changed) => {
                resource.setData({ sizes, movements, waiting, product: changed })
                onChange()
              }}
              onEdit={(isEdited) => {
                edited.current.sale = isEdited
              }}
            />
          </DrawerSection>
          <DrawerSection title="Pictures">
            <PictureSection
              productId={id}
              onChange={onChange}
              onEdit={(isEdited) => {
                edited.current.pictures = isEdited
              }}
            />
          </DrawerSection>
          <DrawerSection title="Stock history">
            <MovementList movements={movements} />
          </DrawerSection>
        </>
      )}
    </Drawer>
  )
}

function SavedMessage({ children }: { children: string }) {
  return (
    <p role="status" className="font-medium text-good empty:hidden">
      {children}
    </p>
  )
}

/** Says that the price is that of a sale, and which one comes back. */
const describeSalePrice = ({ regularPrice }: AdminProduct): string | undefined =>
  regularPrice === undefined ? undefined : `The price of the running sale, then again ${formatRupees(regularPrice)}`
