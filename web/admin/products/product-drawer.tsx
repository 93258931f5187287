import { useState } from 'react'
import { callSignedIn } from '../../auth/call-signed-in.ts'
import { Drawer, DrawerSection } from '../drawer.tsx'
import { DrawerError, DrawerSkeleton } from '../drawer-status.tsx'
import { useResource } from '../use-resource.ts'
import { MovementList } from './movement-list.tsx'
import { ProductForm } from './product-form.tsx'
import { StockBadge } from './stock-badge.tsx'
import { StockForm } from './stock-form.tsx'
import { editProduct } from './submit-product.ts'

const load = (id: string) => callSignedIn('getStockMovements', { params: { id } })

/** One product: stock, details and stock history. */
export function ProductDrawer({ id, onClose, onChange }: { id: string; onClose: () => void; onChange: () => void }) {
  const { data, error, reload, setData } = useResource({ id, load })
  const [message, setMessage] = useState('')
  return (
    <Drawer title={data?.product.name ?? 'Product'} onClose={onClose}>
      {error !== undefined && <DrawerError text={error} onRetry={reload} />}
      {error === undefined && data === undefined && <DrawerSkeleton />}
      {data && (
        <>
          <p role="status" className="font-medium text-good empty:hidden">
            {message}
          </p>
          <DrawerSection title="Stock">
            <p className="text-lg tabular-nums">
              <StockBadge stock={data.product.stock} unit={data.product.stock === 1 ? 'item' : 'items'} />
            </p>
            <StockForm
              id={id}
              stock={data.product.stock}
              onChanged={({ message: saved, ...card }) => {
                setData(card)
                setMessage(saved)
                onChange()
              }}
            />
          </DrawerSection>
          <DrawerSection title="Details">
            <ProductForm
              // A new version resets the form to the saved values.
              key={data.product.version}
              kind="edit"
              image={data.product.image}
              action="Save"
              values={{
                name: data.product.name,
                description: data.product.description,
                price: String(data.product.price),
                category: data.product.category,
                version: String(data.product.version),
                stock: '',
                image: undefined,
              }}
              send={async (values, onProgress) => {
                const saved = await editProduct({ id, values, onProgress })
                setData({ ...data, product: saved.product })
                setMessage(saved.message)
                onChange()
              }}
            >
              <button type="button" onClick={reload} className="link text-sm">
                Reload
              </button>
            </ProductForm>
          </DrawerSection>
          <DrawerSection title="Stock history">
            <MovementList movements={data.movements} />
          </DrawerSection>
        </>
      )}
    </Drawer>
  )
}
