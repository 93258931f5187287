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

/** One product: everything about it, its stock, and why it has that stock. */
export function ProductDrawer({ id, onClose, onChange }: { id: string; onClose: () => void; onChange: () => void }) {
  const { data, problem, reload, put } = useResource({ id, load })
  const [news, setNews] = useState('')
  return (
    <Drawer title={data?.product.name ?? 'Product'} onClose={onClose}>
      {problem !== undefined && <DrawerError words={problem} onRetry={reload} />}
      {problem === undefined && data === undefined && <DrawerSkeleton />}
      {data && (
        <>
          <p role="status" className="font-medium text-good empty:hidden">
            {news}
          </p>
          <DrawerSection title="Stock">
            <p className="text-lg tabular-nums">
              <StockBadge stock={data.product.stock} unit={data.product.stock === 1 ? 'piece' : 'pieces'} />
            </p>
            <StockForm
              id={id}
              stock={data.product.stock}
              onChanged={({ message, ...card }) => {
                put(card)
                setNews(message)
                onChange()
              }}
            />
          </DrawerSection>
          <DrawerSection title="Details">
            <ProductForm
              // Another version is another form: what somebody else saved meanwhile is what it starts from.
              key={data.product.version}
              kind="edit"
              picture={data.product.image}
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
                const { message, product } = await editProduct({ id, values, onProgress })
                put({ ...data, product })
                setNews(message)
                onChange()
              }}
            >
              <button type="button" onClick={reload} className="link text-sm">
                Load it again
              </button>
            </ProductForm>
          </DrawerSection>
          <DrawerSection title="Movements">
            <MovementList movements={data.movements} />
          </DrawerSection>
        </>
      )}
    </Drawer>
  )
}
