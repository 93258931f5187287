import { beforeEach, expect, test, vi } from 'vitest'
import type { User } from '#contract/accounts/users.ts'
import { ApiError } from '../api/client.ts'
import { errorAnswer, type FakeAnswer, fakeApi } from '../api/fake-api.ts'
import { callSignedIn } from './call-signed-in.ts'
import { invalidateSession, loadKnownUser, loadUser, setUser, useSession } from './session.ts'

const user = { _id: 'asha', name: 'Asha', role: 'user' } as User
const unauthorized = errorAnswer({ status: 401, code: 'not_signed_in' })
const getFlag = () => localStorage.getItem('signedIn')
const fakeUser = (...answers: FakeAnswer[]) => fakeApi({ 'GET /users/loggedinuser': () => answers.shift() ?? user })

beforeEach(() => {
  setUser(null)
  invalidateSession()
  useSession.setState({ user: undefined, ended: false })
})

test('callers at the same time share one request, and its answer is cached', async () => {
  const calls = fakeUser()
  expect(await Promise.all([loadUser(), loadUser()])).toEqual([user, user])
  await loadUser()
  expect(calls).toHaveLength(1)
  expect(useSession.getState()).toEqual({ user, ended: false })
  expect(getFlag()).toBe('asha')
})

test('an answer is requested again after a minute', async () => {
  const now = vi.spyOn(performance, 'now')
  const calls = fakeUser()
  now.mockReturnValue(1_000)
  await loadUser()
  now.mockReturnValue(62_000)
  await loadUser()
  expect(calls).toHaveLength(2)
})

test('without a session there is no user and no flag', async () => {
  setUser(user)
  invalidateSession()
  fakeUser(unauthorized)
  expect(await loadUser()).toBeNull()
  expect(useSession.getState().user).toBeNull()
  expect(getFlag()).toBeNull()
})

test('a failed request throws, and the next one asks again', async () => {
  const calls = fakeUser('offline')
  await expect(loadUser()).rejects.toMatchObject({ reason: 'network' })
  expect(await loadUser()).toEqual(user)
  expect(calls).toHaveLength(2)
})

test('a late answer does not replace a user who has signed in since', async () => {
  const { promise, resolve } = Promise.withResolvers<FakeAnswer>()
  fakeApi({ 'GET /users/loggedinuser': () => promise })
  const late = loadUser()
  setUser(user)
  resolve(unauthorized)
  expect(await late).toBeNull()
  expect(useSession.getState().user).toEqual(user)
})

test('public pages ask the server only on a device that has signed in', async () => {
  const calls = fakeUser('offline')
  expect(await loadKnownUser()).toBeNull()
  expect(calls).toEqual([])
  setUser(user)
  invalidateSession()
  expect(document.documentElement.classList.contains('known')).toBe(true)
  expect(await loadKnownUser()).toBeNull()
  expect(calls).toHaveLength(1)
  expect(document.documentElement.classList.contains('known')).toBe(false)
})

test('a 401 during work ends the session', async () => {
  setUser(user)
  fakeApi({ 'GET /cart': () => unauthorized })
  await expect(callSignedIn('GET /cart', {})).rejects.toBeInstanceOf(ApiError)
  expect(useSession.getState()).toEqual({ user: null, ended: true })
  expect(getFlag()).toBeNull()
})

test('other errors do not end the session', async () => {
  setUser(user)
  fakeApi({ 'GET /cart': () => errorAnswer({ status: 403 }) })
  await expect(callSignedIn('GET /cart', {})).rejects.toBeInstanceOf(ApiError)
  expect(useSession.getState()).toEqual({ user, ended: false })
})
