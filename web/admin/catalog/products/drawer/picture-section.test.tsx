import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { AdminPicture, PictureList } from '#contract/catalog/pictures/product-pictures.ts'
import { ApiError } from '../../../../api/client.ts'
import { errorAnswer, fakeApi, type ReceivedCall } from '../../../../api/fake-api.ts'
import { addPicture } from '../form/submit-product.ts'
import { PictureSection } from './picture-section.tsx'
import { renderSection } from './render-section.tsx'

vi.mock('../form/submit-product.ts', async (original) => ({ ...(await original<object>()), addPicture: vi.fn() }))

const user = userEvent.setup()
const reports: Partial<ReturnType<typeof renderSection>> = {}

const createPicture = (id: string, alt = ''): AdminPicture => ({
  _id: id,
  image: `/images/${id}/800.webp`,
  backdrop: '#aabbcc',
  alt,
  focus: { x: 50, y: 50 },
})
let stored: PictureList
let received: ReceivedCall[]

beforeEach(() => {
  vi.mocked(addPicture).mockReset()
  stored = { version: 4, pictures: [createPicture('a', 'Front'), createPicture('b'), createPicture('c')] }
  received = fakeApi({
    'GET /products/:id/pictures': () => stored,
    'PATCH /products/:id/pictures': ({ body }) => {
      const { order } = body as { order: string[] }
      stored = { version: stored.version + 1, pictures: order.map((id) => createPicture(id)) }
      return { message: 'Pictures sorted', ...stored }
    },
    'PATCH /products/:id/pictures/:pictureId': () => ({ message: 'Picture saved', ...stored }),
    'DELETE /products/:id/pictures/:pictureId': ({ path }) => {
      stored = { version: stored.version + 1, pictures: stored.pictures.filter(({ _id }) => !path.includes(`/${_id}?`)) }
      return { message: 'Picture deleted', ...stored }
    },
  })
})

async function renderPictures() {
  Object.assign(reports, renderSection(<PictureSection />))
  return screen.findByRole('list', { name: 'Pictures' })
}

const createFile = (name: string) => new File(['x'], name, { type: 'image/png' })

test('an arrow moves a picture, says where it is now and keeps the focus', async () => {
  await renderPictures()
  await user.click(screen.getByRole('button', { name: 'Move picture 3 up' }))
  expect(await screen.findByText('Picture 3 is now picture 2 of 3.')).toBeTruthy()
  expect(received.at(-1)?.body).toEqual({ version: 4, order: ['a', 'c', 'b'] })
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move picture 2 up' }))
  await user.keyboard('{Enter}')
  expect(await screen.findByText('Picture 2 is now picture 1 of 3.')).toBeTruthy()
  expect(received.at(-1)?.body).toEqual({ version: 5, order: ['c', 'a', 'b'] })
  expect(reports.show).toHaveBeenCalledTimes(2)
  // At the end of the list the arrow keeps the focus and does nothing.
  const calls = received.length
  await user.keyboard('{Enter}')
  expect(received).toHaveLength(calls)
})

test('another administrator’s change is said, and the current pictures are shown', async () => {
  const list = await renderPictures()
  stored = { version: 9, pictures: [createPicture('d', 'New')] }
  fakeApi({
    'GET /products/:id/pictures': () => stored,
    'PATCH /products/:id/pictures': () =>
      errorAnswer({ status: 409, code: 'pictures_changed', message: 'Someone else has changed the pictures.' }),
  })
  await user.click(screen.getByRole('button', { name: 'Move picture 1 down' }))
  expect(await screen.findByText('Someone else has changed the pictures.')).toBeTruthy()
  expect(await within(list).findByText('New')).toBeTruthy()
})

test('the text of a picture is saved with its focal point', async () => {
  await renderPictures()
  await user.click(screen.getByRole('button', { name: 'Edit picture 2' }))
  expect(reports.reportEdit).toHaveBeenLastCalledWith(expect.any(String), true)
  await user.type(screen.getByLabelText(/^Text for those who do not see/), 'The back')
  await user.click(screen.getByRole('button', { name: 'Save picture' }))
  expect(await screen.findByText('Picture saved')).toBeTruthy()
  expect(received.at(-1)).toMatchObject({ path: '/products/tee/pictures/b', body: { version: 4, alt: 'The back', focusX: 50, focusY: 50 } })
  expect(reports.reportEdit).toHaveBeenLastCalledWith(expect.any(String), false)
})

test('a picture is deleted after a question, and the last one cannot be', async () => {
  stored = { version: 1, pictures: [createPicture('a'), createPicture('b')] }
  await renderPictures()
  await user.click(screen.getByRole('button', { name: 'Delete picture 1' }))
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Picture deleted')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Delete picture 1' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('several files are uploaded one after the other; a failed one is sent again with the same key', async () => {
  await renderPictures()
  const sent: { name: string; key: string }[] = []
  vi.mocked(addPicture).mockImplementation(async ({ image, key }) => {
    sent.push({ name: image.name, key })
    if (image.name === 'back.png' && sent.length === 2) throw new ApiError({ status: 503, body: { code: 'busy', message: 'Too busy.' } })
    stored = { version: stored.version + 1, pictures: [...stored.pictures, createPicture(image.name)] }
    return { message: 'Picture added', ...stored }
  })
  await user.upload(screen.getByLabelText('Add pictures'), ['front.png', 'back.png', 'hem.png'].map(createFile))
  expect(await screen.findByText('Too busy.')).toBeTruthy()
  await waitFor(() => expect(sent.map(({ name }) => name)).toEqual(['front.png', 'back.png', 'hem.png']))
  await user.click(await screen.findByRole('button', { name: 'Try back.png again' }))
  await waitFor(() => expect(sent).toHaveLength(4))
  expect(sent[3]).toEqual(sent[1])
  expect(await screen.findByText('Picture 6')).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'Uploads' })).toBeNull()
})

test('a file that was refused takes no place of another one', async () => {
  stored = { version: 1, pictures: [...'abcdefg'].map((id) => createPicture(id)) }
  await renderPictures()
  vi.mocked(addPicture).mockRejectedValueOnce(
    new ApiError({ status: 415, body: { code: 'image_type', message: 'Please select an image.' } }),
  )
  await user.upload(screen.getByLabelText('Add pictures'), createFile('notes.png'))
  expect(await screen.findByText('Please select an image.')).toBeTruthy()
  vi.mocked(addPicture).mockReturnValue(new Promise(() => {}))
  await user.upload(screen.getByLabelText('Add pictures'), createFile('one.png'))
  expect(screen.queryByText(/Not added/)).toBeNull()
  expect(addPicture).toHaveBeenCalledTimes(2)
})

test('files beyond the eighth picture are not sent but named', async () => {
  stored = { version: 1, pictures: [...'abcdefg'].map((id) => createPicture(id)) }
  await renderPictures()
  vi.mocked(addPicture).mockReturnValue(new Promise(() => {}))
  await user.upload(screen.getByLabelText('Add pictures'), ['one.png', 'two.png'].map(createFile))
  expect(screen.getByText('A product has at most 8 pictures. Not added: two.png.')).toBeTruthy()
  expect(addPicture).toHaveBeenCalledTimes(1)
})
