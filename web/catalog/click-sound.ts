const storageKey = 'clickSound'
const listeners = new Set<() => void>()

let muted: boolean | undefined
let sound: AudioContext | undefined

export function isMuted(): boolean {
  try {
    muted ??= localStorage.getItem(storageKey) === 'off'
  } catch {
    muted ??= false
  }
  return muted
}

export function setMuted(off: boolean): void {
  muted = off
  try {
    localStorage.setItem(storageKey, off ? 'off' : 'on')
  } catch {
    // Remembered until the page is left.
  }
  for (const tell of listeners) tell()
  if (!off) playClick()
}

export function onMutedChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const prefersStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * A soft tick, as of a snap fastener: 60 ms of a falling tone, made here and not fetched. Silent when muted, for those
 * who want less motion, and before the page has been touched, when a browser would only complain.
 */
export function playClick(): void {
  if (isMuted() || prefersStillness() || navigator.userActivation?.hasBeenActive === false) return
  try {
    sound ??= new AudioContext()
    if (sound.state === 'suspended') sound.resume()
    const now = sound.currentTime
    const tone = new OscillatorNode(sound, { type: 'triangle', frequency: 1_400 })
    const volume = new GainNode(sound, { gain: 0 })
    tone.frequency.exponentialRampToValueAtTime(320, now + 0.05)
    volume.gain.linearRampToValueAtTime(0.07, now + 0.003)
    volume.gain.exponentialRampToValueAtTime(0.0001, now + 0.06)
    tone.connect(volume).connect(sound.destination)
    tone.start(now)
    tone.stop(now + 0.07)
  } catch {
    // No sound card, no sound: the link works all the same.
  }
}
