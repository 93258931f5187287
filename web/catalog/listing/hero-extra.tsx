import type { Block } from '#contract/settings/rich-text.ts'
import { RichText } from '../../ui/rich-text.tsx'
import { HeroVideo } from './hero-video.tsx'

type HeroExtraProps = { text: readonly Block[]; video?: never } | { text?: never; video: string }

/** What an owner adds to the first screen: a text below the headline, or a video over the picture. */
export function HeroExtra({ text, video }: HeroExtraProps) {
  return video === undefined ? <RichText blocks={text} className="max-w-prose text-soft" /> : <HeroVideo video={video} />
}
