import { useState } from 'react'
import { callSignedIn } from '../../auth/call-signed-in.ts'
import { Drawer, DrawerSection } from '../drawer.tsx'
import { useResource } from '../use-resource.ts'
import { MovementList } from './movement-list.tsx'
import { ProductForm } from './product-form.tsx'
import { StockBadge } from './stock-badge.tsx'
import { StockForm } from './stock-form.tsx'
import { editProduct } from './submit-product.ts'

const load = (id: string) => callSignedIn('getStockMovements', { params: { id } })

/** One product: stock, details and stock history. */
export function ProductDrawer({ id, onClose, onChange }: { id: string; onClose: () => void; onChange: () => void }) {
  const resource = useResource({ id, load })
  const [message, setMessage] = useState('')
  return (
    <Drawer resource={resource} title={resource.data?.product.name ?? 'Product'} onClose={onClose}>
      {({ product, movements }) => (
        <>
          <p role="status" className="font-medium text-good empty:hidden">
            {message}
          </p>
          <DrawerSection title="Stock">
            <p className="text-lg tabular-nums">
              <StockBadge stock={product.stock} unit={product.stock === 1 ? 'item' : 'items'} />
            </p>
            <StockForm
              id={id}
              stock={product.stock}
              onChanged={({ message: saved, ...card }) => {
                resource.setData(card)
                setMessage(saved)
                onChange()
              }}
            />
          </DrawerSection>
          <DrawerSection title="Details">
            <ProductForm
              // A new version resets the form to the saved values.
              key={product.version}
              kind="edit"
              image={product.image}
              action="Save"
              values={{
                name: product.name,
                description: product.description,
                price: String(product.price),
                category: product.category,
                version: String(product.version),
                stock: '',
                image: undefined,
              }}
              send={async (values, onProgress) => {
                const saved = await editProduct({ id, values, onProgress })
                resource.setData({ movements, product: saved.product })
                setMessage(saved.message)
                onChange()
              }}
            >
              <button type="button" onClick={resource.reload} className="link text-sm">
                Reload
              </button>
            </ProductForm>
          </DrawerSection>
          <DrawerSection title="Stock history">
            <MovementList movements={movements} />
          </DrawerSection>
        </>
      )}
    </Drawer>
  )
}
