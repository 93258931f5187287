import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { User } from '#contract/accounts/users.ts'
import { clearDrafts, useDraft } from './drafts.ts'
import { setUser } from './session.ts'

const parse = (stored: unknown) => (typeof stored === 'string' ? stored : '')

/** Opens a screen with a draft. Returns what it shows, and how to type. */
function openScreen() {
  const { result, unmount } = renderHook(() => useDraft('note', parse))
  return { getText: () => result.current[0], type: (text: string) => act(() => result.current[1](text)), close: unmount }
}

const signIn = (id: string) => setUser({ _id: id, name: id, role: 'user' } as User)

afterEach(() => setUser(null))

test('a draft survives leaving the page', () => {
  const screen = openScreen()
  screen.type('12 Lake Road')
  screen.close()
  expect(openScreen().getText()).toBe('12 Lake Road')
})

test('a draft survives the end of the session for the same user only', () => {
  signIn('asha')
  const screen = openScreen()
  screen.type('12 Lake Road')
  screen.close()
  setUser(null)
  expect(openScreen().getText()).toBe('')
  signIn('ravi')
  expect(openScreen().getText()).toBe('')
  signIn('asha')
  expect(openScreen().getText()).toBe('12 Lake Road')
})

test('signing out removes all drafts and nothing else', () => {
  sessionStorage.setItem('guestOrderKey', 'kept')
  openScreen().type('as a guest')
  signIn('asha')
  openScreen().type('as Asha')
  clearDrafts()
  expect(Object.keys(sessionStorage)).toEqual(['guestOrderKey'])
})

test('signing out removes a draft that could not be stored', () => {
  const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  openScreen().type('12 Lake Road')
  setItem.mockRestore()
  expect(openScreen().getText()).toBe('12 Lake Road')
  clearDrafts()
  expect(openScreen().getText()).toBe('')
})

test('an invalid stored value is parsed away', () => {
  for (const stored of ['{', '7']) {
    sessionStorage.setItem('draft::note', stored)
    expect(openScreen().getText()).toBe('')
  }
})
