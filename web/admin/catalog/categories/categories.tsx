import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { AdminCategory } from '#contract/catalog/categories.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { ProductTabs } from '../../kit/admin-tabs.tsx'
import { ListContent, ListFrame } from '../../kit/list-frame.tsx'
import { buildDrawerHref, categoriesPath, productsPath, shouldReloadList } from '../../kit/list-href.ts'
import { loadList } from '../../kit/load-list.ts'
import { MoveButtons } from '../../kit/move-buttons.tsx'
import { SmallButton, SmallLink } from '../../kit/small-button.tsx'
import type { Column } from '../../kit/table.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import { useDrawerParam } from '../../kit/use-drawer-param.ts'
import type { Route } from './+types/categories'
import { CategoryDrawer, newCategoryId } from './category-drawer.tsx'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams: search } = new URL(request.url)
  return loadList({
    page: 1,
    search,
    buildLastHref: () => categoriesPath,
    load: async () => ({ ...(await callSignedIn('GET /categories/admin', {})), totalPages: 1 }),
  })
}

export const shouldRevalidate = shouldReloadList

export const handle = { section: productsPath }
export const meta = pageTitle('Categories')

type CategoryRow = AdminCategory & { readonly _id: string }

/** The categories in the order of the menus, with a drawer to add and change them. */
export default function Categories({ loaderData: { list, error } }: Route.ComponentProps) {
  const location = useLocation()
  const { openId, close, reload } = useDrawerParam()
  const { busy, message, run } = useAction(reload)
  const [deleting, setDeleting] = useState<CategoryRow>()
  const rows = list?.categories.map((category) => ({ ...category, _id: category.key }))

  const move = (keys: readonly string[]) =>
    run(async () => {
      const reply = await callSignedIn('POST /categories/order', { body: { keys: [...keys] } })
      await reload()
      return reply
    })

  return (
    <ListFrame
      title="Categories"
      tabs={<ProductTabs />}
      aside={
        <LinkButton variant="ink" to={buildDrawerHref(location, newCategoryId)} preventScrollReset className="text-sm sm:min-h-10">
          Add a category
        </LinkButton>
      }
    >
      <p className="max-w-prose text-soft">
        The menu of the shop and its filters show the categories in this order. A hidden category is in neither, but its products stay on
        sale.
      </p>
      <StatusMessage message={message} />
      <ListContent
        label="Categories"
        columns={buildColumns({
          keys: rows?.map(({ key }) => key) ?? [],
          onMove: move,
          buildOpenHref: (key) => buildDrawerHref(location, key),
          onDelete: setDeleting,
        })}
        rows={rows}
        error={error}
        empty={null}
        page={1}
        totalPages={1}
        buildPageHref={() => categoriesPath}
      />
      {openId !== null && <CategoryDrawer key={openId} id={openId} onClose={close} onChange={reload} />}
      {deleting && (
        <ConfirmDialog
          title="Delete this category?"
          text="Its name and its words for search are lost. Products are not deleted."
          action="Delete"
          busy={busy}
          onConfirm={async () => {
            await run(() => callSignedIn('DELETE /categories/:key', { params: { key: deleting.key } }))
            setDeleting(undefined)
            await reload()
          }}
          onClose={() => setDeleting(undefined)}
        >
          <p className="font-semibold wrap-anywhere">{deleting.name}</p>
        </ConfirmDialog>
      )}
    </ListFrame>
  )
}

interface ColumnOptions {
  keys: readonly string[]
  onMove: (keys: readonly string[]) => void
  buildOpenHref: (key: string) => string
  onDelete: (category: CategoryRow) => void
}

const buildColumns = ({ keys, onMove, buildOpenHref, onDelete }: ColumnOptions): readonly Column<CategoryRow>[] => [
  {
    head: 'Category',
    cell: ({ key, name, isHidden }) => (
      <>
        <Link
          to={buildOpenHref(key)}
          data-opens-row=""
          preventScrollReset
          className="font-semibold wrap-anywhere hover:underline max-sm:inline-flex max-sm:min-h-11 max-sm:items-center"
        >
          {name}
        </Link>
        {isHidden && <span className="ml-3 text-soft">Hidden</span>}
      </>
    ),
  },
  { head: 'Short name', className: 'max-md:hidden', cell: ({ key }) => <span className="text-soft">{key}</span> },
  {
    head: 'Words for search',
    className: 'max-lg:hidden',
    cell: ({ keywords }) => <span className="text-soft wrap-anywhere">{keywords}</span>,
  },
  { head: 'HSN code', className: 'max-md:hidden', cell: ({ hsnCode }) => <span className="text-soft tabular-nums">{hsnCode}</span> },
  { head: 'Products', number: true, className: 'max-sm:hidden', cell: ({ products }) => products.toLocaleString('en-IN') },
  {
    head: 'Order',
    number: true,
    cell: ({ key, name }) => <MoveButtons ids={keys} id={key} label={name} onMove={onMove} />,
  },
  {
    head: 'Actions',
    isHeadHidden: true,
    number: true,
    cell: (category) => (
      <span className="inline-flex gap-2">
        <SmallLink to={buildOpenHref(category.key)} preventScrollReset aria-label={`Edit ${category.name}`} className="max-sm:hidden">
          Edit
        </SmallLink>
        <SmallButton aria-label={`Delete ${category.name}`} onClick={() => onDelete(category)} className="text-bad">
          Delete
        </SmallButton>
      </span>
    ),
  },
]
