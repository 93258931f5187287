import { useRevalidator } from 'react-router'
import type { AdminPage, PagePlace } from '#contract/pages/pages.ts'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { pageTitle } from '../../ui/page-title.ts'
import { SettingTabs } from '../kit/admin-tabs.tsx'
import { defineList } from '../kit/define-list.ts'
import { AddLink, RowLink } from '../kit/drawer-link.tsx'
import { pagesPath, shouldReloadList } from '../kit/list-href.ts'
import { ListPage } from '../kit/list-page.tsx'
import { MoveButtons } from '../kit/move-buttons.tsx'
import { actionColumn, RowActions } from '../kit/row-actions.tsx'
import type { Column } from '../kit/table.tsx'
import { StatusMessage, useAction } from '../kit/use-action.tsx'
import type { Route } from './+types/pages'
import { PageDrawer } from './page-drawer.tsx'

const pages = defineList({
  path: pagesPath,
  filters: {},
  load: async () => ({ ...(await callSignedIn('GET /pages/list/admin', {})), totalPages: 1 }),
})
export const clientLoader = pages.loader
export const shouldRevalidate = shouldReloadList

export const meta = pageTitle('Pages')

/** The pages that the owner writes, in the order of the menu, with a drawer to add and change them. */
export default function Pages({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const { message, run, ask, dialog } = useAction(revalidate)
  const rows = loaderData.list?.pages
  const move = (ids: readonly string[]) => run(() => callSignedIn('POST /pages/order', { body: { ids: [...ids] } }), revalidate)
  const remove = ({ _id: id, title }: AdminPage) =>
    ask(
      {
        title: 'Delete this page?',
        text: 'Its text and all its versions are lost. To show it no longer, unpublish it instead.',
        action: 'Delete',
        children: <p className="font-semibold wrap-anywhere">{title}</p>,
      },
      () => callSignedIn('DELETE /pages/:id', { params: { id } }).finally(revalidate),
    )
  return (
    <ListPage
      title="Pages"
      tabs={<SettingTabs />}
      definition={pages}
      loaded={loaderData}
      rows={rows}
      columns={buildColumns({ ids: rows?.map(({ _id }) => _id) ?? [], onMove: move, onDelete: remove })}
      label="Pages"
      noun={['page', 'pages']}
      intro="Pages of your own, such as About, FAQ or a lookbook. The menu and the footer show them in this order."
      actions={<AddLink>Add a page</AddLink>}
      above={<StatusMessage message={message} />}
      empty="No pages yet"
      drawer={PageDrawer}
    >
      {dialog}
    </ListPage>
  )
}

const placeNames: Readonly<Record<PagePlace, string>> = { menu: 'Menu', footer: 'Footer', none: 'Nowhere' }

const describeState = ({ value, draft }: AdminPage): string =>
  value === null ? 'Draft' : draft === null ? 'Published' : 'Published, with a draft'

interface ColumnOptions {
  ids: readonly string[]
  onMove: (ids: readonly string[]) => void
  onDelete: (page: AdminPage) => void
}

const buildColumns = ({ ids, onMove, onDelete }: ColumnOptions): readonly Column<AdminPage>[] => [
  { head: 'Page', cell: ({ _id, title }) => <RowLink id={_id}>{title}</RowLink> },
  {
    head: 'Address',
    className: 'max-md:hidden',
    cell: ({ value, draft }) =>
      value === null ? (
        <span className="wrap-anywhere text-soft">/pages/{draft?.slug}</span>
      ) : (
        <a href={`/pages/${value.slug}`} className="link wrap-anywhere">
          /pages/{value.slug}
        </a>
      ),
  },
  { head: 'State', className: 'max-sm:hidden', cell: (page) => <span className="text-soft">{describeState(page)}</span> },
  {
    head: 'Place',
    className: 'max-md:hidden',
    cell: ({ value, draft }) => <span className="text-soft">{placeNames[(value ?? draft)?.place ?? 'none']}</span>,
  },
  { head: 'Order', number: true, cell: ({ _id, title }) => <MoveButtons ids={ids} id={_id} label={title} onMove={onMove} /> },
  actionColumn((page) => <RowActions name={page.title} edit={page._id} onDelete={() => onDelete(page)} />),
]
