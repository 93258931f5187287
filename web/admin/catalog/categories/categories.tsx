import { useRevalidator } from 'react-router'
import type { AdminCategory } from '#contract/catalog/categories.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { ProductTabs } from '../../kit/admin-tabs.tsx'
import { defineList } from '../../kit/define-list.ts'
import { AddLink, RowLink } from '../../kit/drawer-link.tsx'
import { categoriesPath, productsPath, shouldReloadList } from '../../kit/list-href.ts'
import { ListPage } from '../../kit/list-page.tsx'
import { MoveButtons } from '../../kit/move-buttons.tsx'
import { actionColumn, RowActions } from '../../kit/row-actions.tsx'
import type { Column } from '../../kit/table.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import type { Route } from './+types/categories'
import { CategoryDrawer } from './category-drawer.tsx'

const categories = defineList({
  path: categoriesPath,
  filters: {},
  load: async () => {
    const { categories } = await callSignedIn('GET /categories/admin', {})
    return { categories: categories.map((category) => ({ ...category, _id: category.key })), totalPages: 1 }
  },
})
export const clientLoader = categories.loader
export const shouldRevalidate = shouldReloadList

export const handle = { section: productsPath }
export const meta = pageTitle('Categories')

type CategoryRow = AdminCategory & { readonly _id: string }

/** The categories in the order of the menus, with a drawer to add and change them. */
export default function Categories({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const { message, run, ask, dialog } = useAction(revalidate)
  const rows = loaderData.list?.categories
  const move = (keys: readonly string[]) => run(() => callSignedIn('POST /categories/order', { body: { keys: [...keys] } }), revalidate)
  const remove = ({ key, name }: CategoryRow) =>
    ask(
      {
        title: 'Delete this category?',
        text: 'Its name and its words for search are lost. Products are not deleted.',
        action: 'Delete',
        children: <p className="font-semibold wrap-anywhere">{name}</p>,
      },
      () => callSignedIn('DELETE /categories/:key', { params: { key } }).finally(revalidate),
    )
  return (
    <ListPage
      title="Categories"
      tabs={<ProductTabs />}
      definition={categories}
      loaded={loaderData}
      rows={rows}
      columns={buildColumns({ keys: rows?.map(({ key }) => key) ?? [], onMove: move, onDelete: remove })}
      label="Categories"
      noun={['category', 'categories']}
      intro="The menu of the shop and its filters show the categories in this order. A hidden category is in neither, but its products stay on sale."
      actions={<AddLink>Add a category</AddLink>}
      above={<StatusMessage message={message} />}
      empty="No categories yet"
      drawer={CategoryDrawer}
    >
      {dialog}
    </ListPage>
  )
}

interface ColumnOptions {
  keys: readonly string[]
  onMove: (keys: readonly string[]) => void
  onDelete: (category: CategoryRow) => void
}

const buildColumns = ({ keys, onMove, onDelete }: ColumnOptions): readonly Column<CategoryRow>[] => [
  {
    head: 'Category',
    cell: ({ key, name, isHidden }) => (
      <>
        <RowLink id={key}>{name}</RowLink>
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
  actionColumn((category) => <RowActions name={category.name} edit={category.key} onDelete={() => onDelete(category)} />),
]
