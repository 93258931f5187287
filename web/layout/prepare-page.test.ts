import { expect, test, vi } from 'vitest'
import { hydratedEvent, preparePage } from './prepare-page.ts'

const find = <Type extends HTMLElement>(id: string) => document.getElementById(id) as Type

test('taps before hydration are repeated once after it, in their order', async () => {
  document.body.innerHTML = `
    <input type="radio" name="size" id="m"><input type="radio" name="size" id="l">
    <button type="button" id="add"><b id="label">Add to Cart</b></button>
    <form method="get"><button type="submit" id="send">Send</button></form>`
  new Function(preparePage)()
  find('m').click()
  find('l').click()
  find('label').click()
  find('add').click()
  const heard: string[] = []
  find('l').addEventListener('change', () => heard.push('l'))
  find('add').addEventListener('click', () => heard.push('add'))
  find('send').addEventListener('click', () => heard.push('send'))
  document.documentElement.dataset.ready = ''
  dispatchEvent(new Event(hydratedEvent))
  await vi.waitFor(() => expect(heard).toEqual(['l', 'add']))
  expect(find<HTMLInputElement>('l').checked).toBe(true)
  find('add').click()
  dispatchEvent(new Event(hydratedEvent))
  expect(heard).toEqual(['l', 'add', 'add'])
})

test('the first page of a visit counts it once, the area of administrators not', async () => {
  sessionStorage.clear()
  const sendBeacon = vi.fn((_url: string, _body: Blob) => true)
  Object.defineProperty(navigator, 'sendBeacon', { value: sendBeacon, configurable: true })
  const open = (path: string) => {
    history.replaceState(null, '', path)
    new Function(preparePage)()
  }
  open('/buy')
  open('/buy/2')
  const sent = await Promise.all(sendBeacon.mock.calls.map(async ([url, body]) => [url, await body.text()]))
  expect(sent).toEqual([['/api/v1/track/step', '{"step":"visit"}']])
  sessionStorage.clear()
  open('/AdminDashboardWrapper/AdminAnalysis')
  expect(sendBeacon).toHaveBeenCalledTimes(1)
})
