import { useSyncExternalStore } from 'react'
import { Icon } from '../ui/icon.tsx'
import { isMuted, onMutedChange, setMuted } from './click-sound.ts'

/** Mutes the click sound of the category tiles. The choice is stored in this browser. */
export function SoundButton() {
  const muted = useSyncExternalStore(onMutedChange, isMuted, () => false)
  return (
    <button
      type="button"
      aria-pressed={muted}
      onClick={() => setMuted(!muted)}
      className="inline-flex min-h-11 items-center gap-2 rounded-control px-3 text-sm text-soft hover:bg-sunk hover:text-ink sm:-mr-3"
    >
      <Icon name={muted ? 'muted' : 'sound'} size={18} />
      Mute click sounds
    </button>
  )
}
