export type VideoProblem = 'video_type' | 'video_codec' | 'video_damaged' | 'video_length_unknown'

export interface VideoFile {
  readonly type: 'mp4' | 'webm'
  readonly seconds: number
}

/** Either what a video is, or why browsers cannot show it. */
export type ParsedVideo = VideoFile | VideoProblem
