import { useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { CallReply } from '#contract/contract.ts'
import { pageErrors } from '#contract/pages/page-errors.ts'
import type { AdminPage, PageVersion } from '#contract/pages/pages.ts'
import { ApiError } from '../../api/client.ts'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { Button } from '../../ui/button.tsx'
import { Drawer } from '../kit/drawer.tsx'
import { buildDrawerHref, newId } from '../kit/list-href.ts'
import type { DrawerProps } from '../kit/list-page.tsx'
import { StatusMessage, useAction } from '../kit/use-action.tsx'
import { useResource } from '../kit/use-resource.ts'
import { openPreview } from '../shared/open-preview.ts'
import { ReloadButton } from '../shared/saved-message.tsx'
import { PageForm } from './page-form.tsx'
import { PageHistory } from './page-history.tsx'

interface Opened {
  /** undefined: a new one */
  readonly page: AdminPage | undefined
  readonly loadedAt: number
}

async function load(id: string): Promise<Opened> {
  const loadedAt = performance.now()
  if (id === newId) return { page: undefined, loadedAt }
  const { pages } = await callSignedIn('GET /pages/list/admin', {})
  const page = pages.find(({ _id }) => _id === id)
  if (page) return { page, loadedAt }
  throw new ApiError({ status: 404, body: { message: pageErrors.page_not_found.text, code: 'page_not_found' } })
}

const fetchHref = async ({ _id: id }: AdminPage) => (await callSignedIn('POST /pages/:id/preview', { params: { id } })).href

const toCurrent = ({ _id, version }: AdminPage) => ({ params: { id: _id }, body: { version } })

type Reply = CallReply<'PATCH /pages/:id'>

/** Adds or changes a page: its draft, its preview, its publication and its versions. */
export function PageDrawer({ id, onClose, onChange }: DrawerProps) {
  const resource = useResource({ id, load })
  const location = useLocation()
  const navigate = useNavigate()
  const { busy, message, run, ask, dialog, clearMessage } = useAction()
  const isEdited = useRef(false)

  const accept = ({ page }: Reply) => {
    if (resource.data) resource.setData({ ...resource.data, page })
    onChange()
  }
  /** Changes what is saved: what is entered and not saved would be lost. */
  const change = (request: () => Promise<Reply>) =>
    run(async () => {
      if (isEdited.current) return { message: 'Please save the draft first, or reload the page.', isError: true }
      const reply = await request()
      accept(reply)
      return reply
    })
  const publish = async (save: () => Promise<AdminPage | undefined>) => {
    const page = await save()
    if (!page) return
    await run(() => callSignedIn('POST /pages/:id/publish', toCurrent(page)), accept)
  }
  const restore = (page: AdminPage, { version: restored }: PageVersion) => {
    const { _id, version } = page
    const send = () => callSignedIn('POST /pages/:id/restore', { params: { id: _id }, body: { version, restored } })
    if (page.draft === null || isEdited.current) return void change(send)
    ask(
      { title: 'Replace the draft?', text: 'The draft of this page is replaced by the earlier version.', action: 'Replace' },
      send,
      accept,
    )
  }

  return (
    <Drawer
      resource={resource}
      title={id === newId ? 'Add a page' : (resource.data?.page?.title ?? 'Page')}
      hasEdits={() => isEdited.current}
      onClose={onClose}
    >
      {({ page, loadedAt }) => (
        <>
          {page && <PageState page={page} />}
          <PageForm
            key={loadedAt}
            page={page}
            onEdit={(edited) => {
              isEdited.current = edited
              if (edited) clearMessage()
            }}
            onSaved={async (reply) => {
              accept(reply)
              if (page) await run(async () => reply)
              else await navigate(buildDrawerHref(location, reply.page._id), { replace: true, preventScrollReset: true })
            }}
            renderActions={({ save, canAct }) =>
              page && (
                <>
                  <Button aria-disabled={!canAct || busy} onClick={() => canAct && !busy && openPreview({ save, run, fetchHref })}>
                    Preview
                  </Button>
                  <Button variant="ink" aria-disabled={!canAct || busy} onClick={() => canAct && !busy && publish(save)}>
                    Publish
                  </Button>
                  {page.value && page.draft && (
                    <Button variant="quiet" onClick={() => change(() => callSignedIn('POST /pages/:id/discard', toCurrent(page)))}>
                      Delete draft
                    </Button>
                  )}
                  {page.value && (
                    <Button variant="quiet" onClick={() => change(() => callSignedIn('POST /pages/:id/unpublish', toCurrent(page)))}>
                      Unpublish
                    </Button>
                  )}
                  <ReloadButton
                    onClick={() => {
                      isEdited.current = false
                      clearMessage()
                      resource.reload()
                    }}
                  />
                </>
              )
            }
          />
          <StatusMessage message={message} />
          {page && (
            <PageHistory
              key={page.version}
              page={page}
              onRestore={(version) => restore(page, version)}
              onUndo={() => change(() => callSignedIn('POST /pages/:id/undo', toCurrent(page)))}
            />
          )}
          {dialog}
        </>
      )}
    </Drawer>
  )
}

/** What of a page the shop shows. */
function PageState({ page: { value, draft } }: { page: AdminPage }) {
  if (value === null) return <p className="border-l-4 border-thread bg-raised px-4 py-2">This is a draft: the shop does not show it yet.</p>
  const path = `/pages/${value.slug}`
  return (
    <p className="border-l-4 border-thread bg-raised px-4 py-2">
      The shop shows this page at{' '}
      <a href={path} className="link">
        {path}
      </a>
      .{draft && ' The draft is not published yet.'}
    </p>
  )
}
