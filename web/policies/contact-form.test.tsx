import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import { type FakeAnswer, fakeApi } from '../api/fake-api.ts'
import { ContactForm } from './contact-form.tsx'

vi.mock('../layout/store-config.ts', () => ({ useStoreConfig: () => ({ storeEmail: 'care@example.com' }) }))

const typed = { name: 'Asha', replyTo: 'asha@example.com', orderNumber: '', message: 'Hello', leaveEmpty: '' }

async function write(topic = 'Please choose') {
  const Stub = createRoutesStub([{ path: '/contact', Component: ContactForm }])
  render(<Stub initialEntries={['/contact']} />)
  await userEvent.type(await screen.findByLabelText('Name'), typed.name)
  await userEvent.type(screen.getByLabelText('Email'), typed.replyTo)
  await userEvent.type(screen.getByLabelText('Message'), typed.message)
  await userEvent.selectOptions(screen.getByLabelText(/^What is it about/), topic)
  await userEvent.click(screen.getByRole('button', { name: 'Send message' }))
}

test.each([
  ['Please choose', {}],
  ['A complaint', { kind: 'complaint' }],
  ['Deletion of my data', { kind: 'data', dataRequest: 'erasure' }],
])('a message with the topic %j is sent with its kind, and its number is shown', async (topic, kind) => {
  const calls = fakeApi({ 'POST /contact': () => ({ message: 'Thank you.', ticket: 'T-1000' }) })
  await write(topic)
  await screen.findByRole('heading', { name: 'Thank you for your message' })
  expect(calls.map(({ body }) => body)).toEqual([{ ...typed, ...kind }])
  screen.getByText('T-1000')
  expect(screen.getByRole('link', { name: 'See your message and our replies' }).getAttribute('href')).toBe('/ticket?number=T-1000')
  await userEvent.click(screen.getByRole('button', { name: 'Send another message' }))
  expect(screen.getByLabelText<HTMLSelectElement>(/^What is it about/).value).toBe('')
})

test('an answer of the previous version of the server has no number', async () => {
  fakeApi({ 'POST /contact': () => ({ message: 'Thank you.' }) })
  await write()
  await screen.findByRole('heading', { name: 'Thank you for your message' })
  expect(screen.queryByRole('link')).toBeNull()
})

test('an empty form names what is missing, and focuses the first field', async () => {
  fakeApi({})
  const Stub = createRoutesStub([{ path: '/contact', Component: ContactForm }])
  render(<Stub initialEntries={['/contact']} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Send message' }))
  await screen.findByText('Email is required.')
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
})

test('a message without an answer stays in the form and is sent again with the same key', async () => {
  const answers: FakeAnswer[] = ['offline', { message: 'Thank you.', ticket: 'T-1000' }]
  const calls = fakeApi({ 'POST /contact': () => answers.shift() ?? 'offline' })
  await write()
  expect((await screen.findByRole('alert')).textContent).toBe('Network error. Please try again: your message will not be sent twice.')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Message').value).toBe(typed.message)
  await userEvent.click(screen.getByRole('button', { name: 'Send message' }))
  const heading = await screen.findByRole('heading', { name: 'Thank you for your message' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  const [first, second] = calls.map(({ headers }) => headers['idempotency-key'])
  expect(first).toBeTruthy()
  expect(second).toBe(first)
})
