import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { HeroVideo } from './hero-video.tsx'

const setting = { readyState: 'complete', reducedMotion: false, saveData: false }
const apply = (values: Partial<typeof setting>) => {
  const { readyState, reducedMotion, saveData } = { ...setting, ...values }
  vi.spyOn(document, 'readyState', 'get').mockReturnValue(readyState as DocumentReadyState)
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: reducedMotion && query.includes('reduce') }))
  vi.stubGlobal('navigator', Object.create(navigator, { connection: { value: { saveData } } }))
}
const renderVideo = () =>
  render(
    <figure>
      <img alt="" src="/images/a/640.avif" />
      <HeroVideo video="/videos/0123456789abcdef.mp4" />
    </figure>,
  )
const findVideo = () => document.querySelector('video')

afterEach(() => {
  vi.unstubAllGlobals()
})

test('the video plays without sound and in a loop, and can be paused', async () => {
  apply({})
  renderVideo()
  await waitFor(() => expect(findVideo()).not.toBeNull())
  const video = findVideo() as HTMLVideoElement
  expect([video.muted, video.loop, video.autoplay, video.getAttribute('playsinline')]).toEqual([true, true, true, ''])
  fireEvent.play(video)
  const pause = vi.spyOn(video, 'pause').mockImplementation(() => {})
  vi.spyOn(video, 'paused', 'get').mockReturnValue(false)
  fireEvent.click(screen.getByRole('button', { name: 'Pause video' }))
  expect(pause).toHaveBeenCalledOnce()
  fireEvent.pause(video)
  expect(screen.getByRole('button', { name: 'Play video' })).toBeDefined()
})

test('it waits until the page has loaded', async () => {
  apply({ readyState: 'interactive' })
  renderVideo()
  expect(findVideo()).toBeNull()
  fireEvent.load(window)
  await waitFor(() => expect(findVideo()).not.toBeNull())
})

test.each([{ reducedMotion: true }, { saveData: true }])('it is not loaded for visitors who ask for less: %o', (values) => {
  apply(values)
  renderVideo()
  expect(findVideo()).toBeNull()
})

test('the picture stays when the video cannot be played', async () => {
  apply({})
  renderVideo()
  await waitFor(() => expect(findVideo()).not.toBeNull())
  fireEvent.error(findVideo() as HTMLVideoElement)
  expect(findVideo()).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
})
