import { useRef, useState } from 'react'
import { catalogErrors } from '#contract/catalog/catalog-errors.ts'
import type { AdminCategory } from '#contract/catalog/categories.ts'
import type { CallReply } from '#contract/contract.ts'
import { ApiError } from '../../../api/client.ts'
import { sendForm } from '../../../orders/shared/send-form.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { Drawer, DrawerSection } from '../../kit/drawer.tsx'
import { newId } from '../../kit/list-href.ts'
import type { DrawerProps } from '../../kit/list-page.tsx'
import { useResource } from '../../kit/use-resource.ts'
import { RecordHistory } from '../../shared/record-history.tsx'
import { ReloadButton, SavedMessage } from '../../shared/saved-message.tsx'
import { GroupSales } from '../group-sales.tsx'
import { OwnPicture } from '../products/form/own-picture.tsx'
import { CategoryForm } from './category-form.tsx'
import { SizeGuideForm } from './size-guide-form.tsx'

interface Opened {
  /** undefined: a new one */
  readonly saved?: {
    readonly category: AdminCategory
    readonly guide: CallReply<'GET /categories/:key/size-guide'>
    readonly loadedAt: number
  }
}

async function load(id: string): Promise<Opened> {
  if (id === newId) return {}
  const { categories } = await callSignedIn('GET /categories/admin', {})
  const category = categories.find(({ key }) => key === id)
  if (!category) throw new ApiError({ status: 404, body: { message: catalogErrors.category_not_found.text, code: 'category_not_found' } })
  const guide = await callSignedIn('GET /categories/:key/size-guide', { params: { key: id } })
  // Both are changed with one version.
  return { saved: { guide, category: { ...category, version: guide.version }, loadedAt: performance.now() } }
}

/** Adds a category, or changes it and its size guide. */
export function CategoryDrawer({ id, onClose, onChange }: DrawerProps) {
  const resource = useResource({ id, load })
  const [messages, setMessages] = useState({ details: '', guide: '' })
  const edited = useRef({ details: false, picture: false, guide: false })
  const report = (part: 'details' | 'guide') => (isEdited: boolean) => {
    edited.current[part] = isEdited
    if (isEdited) setMessages({ details: '', guide: '' })
  }
  return (
    <Drawer
      resource={resource}
      title={id === newId ? 'Add a category' : (resource.data?.saved?.category.name ?? 'Category')}
      hasEdits={() => Object.values(edited.current).includes(true)}
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
                <ReloadButton
                  onClick={() => {
                    edited.current.guide = false
                    resource.reload()
                  }}
                />
              )}
              <SavedMessage>{messages.details}</SavedMessage>
            </CategoryForm>
          </DrawerSection>
          {saved && <GroupSales group={{ kind: 'category', key: id }} />}
          {saved && (
            <DrawerSection title="Picture">
              <OwnPicture
                image={saved.category.image ?? null}
                backdrop={saved.category.backdrop ?? null}
                alt="The picture of the category"
                emptyText="Without its own picture its page has none, and links to it show that of its first product."
                onSend={(form) => sendForm({ route: 'POST /categories/:key/picture', params: { key: id }, ...form })}
                onRemove={() => callSignedIn('DELETE /categories/:key/picture', { params: { key: id } })}
                onSaved={({ categories }) => {
                  const { image, backdrop } = categories.find(({ key }) => key === id) ?? {}
                  const { image: _image, backdrop: _backdrop, ...rest } = saved.category
                  // The rest and its version stay those that the forms show.
                  const category = image === undefined || backdrop === undefined ? rest : { ...rest, image, backdrop }
                  resource.setData({ saved: { ...saved, category } })
                  onChange()
                }}
                onEdit={(isEdited) => {
                  edited.current.picture = isEdited
                }}
              />
            </DrawerSection>
          )}
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
                <SavedMessage>{messages.guide}</SavedMessage>
              </SizeGuideForm>
            </DrawerSection>
          )}
          {saved && <RecordHistory key={saved.category.version} kind="category" id={id} />}
        </>
      )}
    </Drawer>
  )
}
