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
    // Without storage the choice lasts until the page is closed.
  }
  for (const listener of listeners) listener()
  if (!off) playClick()
}

export function onMutedChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Plays a 60 ms click. Silent when muted, with reduced motion, and before the first user gesture, when browsers block audio. */
export function playClick(): void {
  if (isMuted() || prefersReducedMotion() || navigator.userActivation?.hasBeenActive === false) return
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
    // Without an audio device there is no sound.
  }
}
