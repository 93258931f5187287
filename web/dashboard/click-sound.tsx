import { useState } from 'react'
import { Icon, mutedIcon, soundIcon } from '../ui/icon.tsx'

const storageKey = 'clickSound'
let muted: boolean | undefined
let sound: AudioContext | undefined

function isMuted(): boolean {
  try {
    muted ??= localStorage.getItem(storageKey) === 'off'
  } catch {
    muted ??= false
  }
  return muted
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

/** Mutes the click sound of the category tiles. The choice is stored in this browser. */
export function SoundButton() {
  const [off, setOff] = useState(isMuted)
  const toggle = () => {
    muted = !off
    setOff(muted)
    try {
      localStorage.setItem(storageKey, muted ? 'off' : 'on')
    } catch {
      // Without storage the choice lasts until the page is closed.
    }
    playClick()
  }
  return (
    <button
      type="button"
      aria-pressed={off}
      onClick={toggle}
      className="inline-flex min-h-11 items-center gap-2 rounded-control px-3 text-sm text-soft hover:bg-sunk hover:text-ink sm:-mr-3"
    >
      <Icon path={off ? mutedIcon : soundIcon} size={18} />
      Mute click sounds
    </button>
  )
}
