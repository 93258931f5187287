import { useRef, useState } from 'react'
import type { AdminCategory } from '#contract/catalog/categories.ts'
import type { CallReply } from '#contract/contract.ts'
import { errorText } from '#contract/errors/errors.ts'
import { ApiError } from '../../../api/client.ts'
import { callSignedIn } from '../../../auth/call-signed-in.ts'
import { Drawer, DrawerSection } from '../../shared/drawer.tsx'
import { useResource } from '../../shared/use-resource.ts'
import { CategoryForm } from './category-form.tsx'
import { SizeGuideForm } from './size-guide-form.tsx'

/** The id of the drawer that adds a category; keys are upper case. */
export const newCategoryId = 'new'

interface Opened {
  /** undefined: a new one */
  readonly saved?: {
    readonly category: AdminCategory
    readonly guide: CallReply<'GET /categories/:key/size-guide'>
    readonly loadedAt: number
  }
}

async function load(id: string): Promise<Opened> {
  if (id === newCategoryId) return {}
  const { categories } = await callSignedIn('GET /categories/admin', {})
  const category = categories.find(({ key }) => key === id)
  if (!category) throw new ApiError({ status: 404, body: { message: errorText('category_not_found'), code: 'category_not_found' } })
  const guide = await callSignedIn('GET /categories/:key/size-guide', { params: { key: id } })
  // Both are changed with one version.
  return { saved: { guide, category: { ...category, version: guide.version }, loadedAt: performance.now() } }
}

/** Adds a category, or changes it and its size guide. */
export function CategoryDrawer({ id, onClose, onChange }: { id: string; onClose: () => Promise<void>; onChange: () => void }) {
  const resource = useResource({ id, load })
  const [messages, setMessages] = useState({ details: '', guide: '' })
  const edited = useRef({ details: false, guide: false })
  const report = (part: keyof typeof edited.current) => (isEdited: boolean) => {
    edited.current[part] = isEdited
    if (isEdited) setMessages({ details: '', guide: '' })
  }
  return (
    <Drawer
      resource={resource}
      title={id === newCategoryId ? 'Add a category' : (resource.data?.saved?.category.name ?? 'Category')}
      hasEdits={() => edited.current.details || edited.current.guide}
      onClose={onClose}
    >
      {({ saved }) => (
        <>
          <DrawerSection title="Details">
            <CategoryForm
              category={saved?.category}
              onEdit={report('details')}
              onSaved={async ({ message: text, categories }) => {
                const category = categories.find(({ key }) => key === id)
                // A navigation aborts a reload.
                if (category === undefined) await onClose()
                onChange()
                if (saved === undefined || category === undefined) return
                resource.setData({ saved: { ...saved, category, guide: { ...saved.guide, version: category.version } } })
                setMessages({ details: text, guide: '' })
              }}
            >
              {saved && (
                <button
                  type="button"
                  onClick={() => {
                    edited.current.guide = false
                    resource.reload()
                  }}
                  className="link inline-flex min-h-11 items-center text-sm"
                >
                  Reload
                </button>
              )}
              <p role="status" className="font-medium text-good empty:hidden">
                {messages.details}
              </p>
            </CategoryForm>
          </DrawerSection>
          {saved && (
            <DrawerSection title="Size guide">
              <SizeGuideForm
                key={saved.loadedAt}
                categoryKey={id}
                guide={saved.guide}
                onEdit={report('guide')}
                onSaved={({ message: text, ...guide }) => {
                  resource.setData({ saved: { ...saved, guide, category: { ...saved.category, version: guide.version } } })
                  setMessages({ details: '', guide: text })
                }}
              >
                <p role="status" className="font-medium text-good empty:hidden">
                  {messages.guide}
                </p>
              </SizeGuideForm>
            </DrawerSection>
          )}
        </>
      )}
    </Drawer>
  )
}
