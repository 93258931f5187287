import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import type { FrontPageRow } from '#contract/settings/front-page.ts'
import type { SettingGroupState } from '#contract/settings/settings.ts'
import { fakeApi, type ReceivedCall } from '../../api/fake-api.ts'
import { sendForm } from '../../orders/shared/send-form.ts'
import { FrontPageForm } from './front-page-form.tsx'
import { PlainGroupForm } from './plain-group-form.tsx'
import type { PlainGroup } from './setting-fields.ts'

vi.mock('../../orders/shared/send-form.ts', () => ({ sendForm: vi.fn() }))

const oldPicture = { image: '/images/old-hero/800.webp', backdrop: '#aabbcc', alt: 'Old' }
const newPicture = { image: '/images/new-hero/800.webp', backdrop: '#112233', alt: '' }
const pictureRow: FrontPageRow = { kind: 'picture', title: 'Looms', text: '', picture: oldPicture, href: null }
const frontPage = {
  headline: ['Cotton'],
  text: '',
  button: null,
  picture: oldPicture,
  morePictures: [],
  sharedPicture: null,
  video: null,
  announcement: null,
  rows: [],
}
const mails = { greeting: 'Hello', signature: '' }

const createState = (version: number, value: object): SettingGroupState => ({
  value: value as SettingGroupState['value'],
  draft: null,
  publishAt: null,
  version,
  changedAt: null,
  changedBy: null,
})

let received: ReceivedCall[]
let upload: { readonly resolve: (reply: object) => void; readonly reject: (error: Error) => void }

beforeEach(() => {
  vi.mocked(sendForm).mockImplementation(
    () =>
      new Promise((resolve, reject) => {
        upload = { resolve: resolve as never, reject }
      }),
  )
  received = fakeApi({
    'GET /collections/list/admin': () => ({ collections: [] }),
    'PATCH /settings/:group': ({ body }) => ({ message: 'Saved', state: createState(8, (body as { value: object }).value) }),
    'POST /settings/:group/publish': () => ({ message: 'Published', state: createState(9, findPatch() ?? {}) }),
  })
})

const isPatch = (call: ReceivedCall): call is ReceivedCall & { body: { version: number; value: Record<string, unknown> } } =>
  call.route === 'PATCH /settings/:group'

const HydrateFallback = () => null

/** Gives the form another state, as the page does after it has loaded its data again. */
let setState: (state: SettingGroupState) => void

function Page({ group, value }: { group: 'front-page' | PlainGroup; value: object }) {
  const [state, set] = useState(createState(1, value))
  useEffect(() => {
    setState = (next) => act(() => set(next))
  }, [])
  const shared = { state, onChanged: () => {} }
  return group === 'front-page' ? <FrontPageForm {...shared} /> : <PlainGroupForm group={group} {...shared} />
}

function renderGroup(group: 'front-page' | PlainGroup, value: object) {
  const root = { path: '/', id: 'root', loader: () => ({ categories: [] }), HydrateFallback, element: <Page group={group} value={value} /> }
  render(<RouterProvider router={createMemoryRouter([root])} />)
}

const choose = async (label: RegExp) =>
  userEvent.upload(
    await screen.findByLabelText(label),
    new File(['x'], 'file', { type: /video/.test(label.source) ? 'video/mp4' : 'image/png' }),
  )
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const findPatch = () => received.findLast(isPatch)?.body.value

const frontPageReply = { message: 'Saved', picture: newPicture }
const forms = [
  {
    field: 'hero',
    group: 'front-page',
    value: frontPage,
    label: /^Replace the picture/,
    reply: frontPageReply,
    saved: { picture: { ...newPicture, alt: 'Old' } },
  },
  {
    field: 'video',
    group: 'front-page',
    value: frontPage,
    label: /^Upload a video/,
    reply: { video: '/videos/0123456789abcdef.mp4' },
    saved: { video: '/videos/0123456789abcdef.mp4' },
  },
  {
    field: 'row',
    group: 'front-page',
    value: { ...frontPage, picture: null, rows: [pictureRow] },
    label: /^Replace the picture/,
    reply: frontPageReply,
    saved: { rows: [{ ...pictureRow, picture: { ...newPicture, alt: 'Old' } }] },
  },
  {
    field: 'logo',
    group: 'shop',
    value: { logo: null, icon: null },
    label: /^Upload a logo/,
    reply: { image: '/brand/0123456789abcdef' },
    saved: { logo: '/brand/0123456789abcdef' },
  },
  {
    field: 'icon',
    group: 'shop',
    value: { logo: null, icon: null },
    label: /^Upload an icon/,
    reply: { image: '/brand/0123456789abcdef' },
    saved: { icon: '/brand/0123456789abcdef' },
  },
  {
    field: 'signature',
    group: 'tax',
    value: { signature: null },
    label: /^Upload a signature/,
    reply: { image: '/brand/0123456789abcdef' },
    saved: { signature: '/brand/0123456789abcdef' },
  },
] as const

test.each(forms)(
  'nothing is saved or published while the $field uploads, and then it is published',
  async ({ group, value, label, reply, saved }) => {
    renderGroup(group, value)
    await choose(label)
    for (const name of ['Publish', 'Save draft', 'Preview']) {
      const button = screen.getByRole('button', { name })
      expect(button.getAttribute('aria-disabled')).toBe('true')
      expect(button.getAttribute('aria-describedby')).not.toBeNull()
      await userEvent.click(button)
    }
    screen.getByText('A file is still uploading. You can save and publish once it is here.')
    expect(findPatch()).toBeUndefined()
    await act(async () => upload.resolve(reply))
    expect(screen.queryByText(/still uploading/)).toBeNull()
    await press('Publish')
    await screen.findByText('Published')
    expect(findPatch()).toMatchObject(saved)
  },
)

test('a new version of the settings keeps the result of an upload that began before it', async () => {
  renderGroup('front-page', frontPage)
  await choose(/^Replace the picture/)
  setState(createState(2, { ...frontPage, headline: ['Linen'] }))
  await act(async () => upload.resolve(frontPageReply))
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Headline/).value).toBe('Linen')
  await press('Publish')
  await screen.findByText('Published')
  expect(received.find(isPatch)?.body).toMatchObject({ version: 2, value: { headline: ['Linen'], picture: { image: newPicture.image } } })
})

test('an upload of a row keeps what was typed while it was sent', async () => {
  renderGroup('front-page', { ...frontPage, picture: null, rows: [pictureRow] })
  await choose(/^Replace the picture/)
  await userEvent.type(screen.getByLabelText('Title'), ' of Kutch')
  await act(async () => upload.resolve(frontPageReply))
  await press('Publish')
  await screen.findByText('Published')
  expect(findPatch()).toMatchObject({ rows: [{ title: 'Looms of Kutch', picture: { image: newPicture.image } }] })
})

test('the picture of a row that somebody else has replaced meanwhile is in a new row, and theirs stays', async () => {
  renderGroup('front-page', { ...frontPage, picture: null, rows: [pictureRow] })
  await choose(/^Replace the picture/)
  const theirs = { kind: 'category', key: 'TEE' }
  setState(createState(2, { ...frontPage, picture: null, rows: [theirs] }))
  await act(async () => upload.resolve(frontPageReply))
  await screen.findByText(/The picture is in a new row/)
  await press('Publish')
  await screen.findByText('Published')
  expect(findPatch()).toMatchObject({ rows: [theirs, { title: 'Looms', picture: { image: newPicture.image } }] })
})

test('what was typed while a draft was saved stays in the form and can be saved', async () => {
  let answer = () => {}
  fakeApi({
    'PATCH /settings/:group': ({ body }) =>
      new Promise((resolve) => {
        answer = () => resolve({ message: 'Saved', state: createState(2, { ...mails, ...(body as { value: object }).value }) })
      }),
  })
  renderGroup('mails', mails)
  await userEvent.type(await screen.findByLabelText(/^Greeting/), ' and welcome')
  await press('Save draft')
  await userEvent.type(screen.getByLabelText(/^Greeting/), '!')
  await act(async () => answer())
  await screen.findByText('Saved')
  expect(screen.getByLabelText<HTMLInputElement>(/^Greeting/).value).toBe('Hello and welcome!')
  expect(screen.getByRole('button', { name: 'Save draft' }).getAttribute('aria-disabled')).toBe('false')
})

test('an upload that has failed says why, and the form can be saved again', async () => {
  renderGroup('shop', { logo: null, icon: null })
  await choose(/^Upload a logo/)
  await act(async () => upload.reject(new Error('lost')))
  expect(screen.queryByText(/still uploading/)).toBeNull()
  await userEvent.type(screen.getByLabelText('Name'), 'Asha')
  expect(screen.getByRole('button', { name: 'Publish' }).getAttribute('aria-disabled')).toBe('false')
})
