import { useRef, useState } from 'react'
import type { AdminCategory } from '#contract/categories.ts'
import { errorText } from '#contract/errors.ts'
import { ApiError } from '../../api/client.ts'
import { callSignedIn } from '../../auth/call-signed-in.ts'
import { Drawer, DrawerSection } from '../drawer.tsx'
import { useResource } from '../use-resource.ts'
import { CategoryForm } from './category-form.tsx'

/** The id of the drawer that adds a category; keys are upper case. */
export const newCategoryId = 'new'

interface Opened {
  /** undefined: a new one */
  readonly category: AdminCategory | undefined
}

async function load(id: string): Promise<Opened> {
  if (id === newCategoryId) return { category: undefined }
  const { categories } = await callSignedIn('getAdminCategories', {})
  const category = categories.find(({ key }) => key === id)
  if (category) return { category }
  const message = errorText('category_not_found')
  throw new ApiError({ status: 404, body: { message, code: 'category_not_found' } })
}

/** Adds or changes a category. */
export function CategoryDrawer({ id, onClose, onChange }: { id: string; onClose: () => void; onChange: () => void }) {
  const resource = useResource({ id, load })
  const [message, setMessage] = useState('')
  const isEdited = useRef(false)
  return (
    <Drawer
      resource={resource}
      title={id === newCategoryId ? 'Add a category' : (resource.data?.category?.name ?? 'Category')}
      hasEdits={() => isEdited.current}
      onClose={onClose}
    >
      {({ category }) => (
        <DrawerSection title="Details">
          <CategoryForm
            category={category}
            onEdit={(edited) => {
              isEdited.current = edited
              if (edited) setMessage('')
            }}
            onSaved={({ message: saved, categories }) => {
              onChange()
              if (category === undefined) return onClose()
              resource.setData({ category: categories.find(({ key }) => key === id) })
              setMessage(saved)
            }}
          >
            {category && (
              <button type="button" onClick={resource.reload} className="link inline-flex min-h-11 items-center text-sm">
                Reload
              </button>
            )}
            <p role="status" className="font-medium text-good empty:hidden">
              {message}
            </p>
          </CategoryForm>
        </DrawerSection>
      )}
    </Drawer>
  )
}
