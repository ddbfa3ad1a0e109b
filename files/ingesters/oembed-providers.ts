/** A site with an oEmbed endpoint, which describes how to embed its pages. */
export interface OembedProvider {
  /** Matches the URLs of its pages. */
  pattern: RegExp
  endpoint: string
}

/** Allows `www.` before a host. */
const WWW = '(?:www\\.)?'
/** Allows any subdomain before a host. */
const ANY = '(?:[^/?#]+\\.)?'

/** The allowed providers (host and path, endpoint); the first match counts (docs/contract/files.md §6, oembed). */
const PROVIDERS: ReadonlyArray<readonly [page: string, endpoint: string]> = [
  ['(?:www\\.|m\\.)?youtube\\.com/(?:watch|playlist|shorts/)', 'www.youtube.com/oembed'],
  ['youtu\\.be/', 'www.youtube.com/oembed'],
  [`${ANY}vimeo\\.com/`, 'vimeo.com/api/oembed.json'],
  [`${WWW}dailymotion\\.com/`, 'www.dailymotion.com/services/oembed'],
  [`${WWW}dai\\.ly/`, 'www.dailymotion.com/services/oembed'],
  [`${WWW}flickr\\.com/`, 'www.flickr.com/services/oembed/'],
  [`${WWW}flic\\.kr/`, 'www.flickr.com/services/oembed/'],
  [`${ANY}smugmug\\.com/`, 'api.smugmug.com/services/oembed/'],
  [`${WWW}scribd\\.com/(?:doc|document)/`, 'www.scribd.com/services/oembed'],
  ['wordpress\\.tv/', 'wordpress.tv/oembed/'],
  [`${ANY}crowdsignal\\.net/`, 'api.crowdsignal.com/oembed'],
  [`${ANY}polldaddy\\.com/`, 'api.crowdsignal.com/oembed'],
  [`${WWW}poll\\.fm/`, 'api.crowdsignal.com/oembed'],
  [`${ANY}survey\\.fm/`, 'api.crowdsignal.com/oembed'],
  [
    `${WWW}twitter\\.com/\\w{1,15}(?:$|[/?#]$|/status(?:es)?/|/likes|/lists/|/timelines/)`,
    'publish.twitter.com/oembed'
  ],
  [`${WWW}twitter\\.com/i/moments/`, 'publish.twitter.com/oembed'],
  [`${WWW}soundcloud\\.com/`, 'soundcloud.com/oembed'],
  [`${ANY}slideshare\\.net/`, 'www.slideshare.net/api/oembed/2'],
  ['(?:open|play)\\.spotify\\.com/', 'embed.spotify.com/oembed/'],
  [`${ANY}imgur\\.com/`, 'api.imgur.com/oembed'],
  [`${WWW}meetup\\.com/`, 'api.meetup.com/oembed'],
  [`${WWW}meetu\\.ps/`, 'api.meetup.com/oembed'],
  [`${WWW}issuu\\.com/.+/docs/`, 'issuu.com/oembed_wp'],
  [`${WWW}mixcloud\\.com/`, 'www.mixcloud.com/oembed'],
  ['(?:www\\.|embed\\.)?ted\\.com/talks/', 'www.ted.com/services/v1/oembed.json'],
  [`${WWW}(?:animoto|video214)\\.com/play/`, 'animoto.com/oembeds/create'],
  [`${ANY}tumblr\\.com/post/`, 'www.tumblr.com/oembed/1.0'],
  [`${WWW}cloudup\\.com/`, 'cloudup.com/oembed'],
  [`${WWW}reverbnation\\.com/`, 'www.reverbnation.com/oembed'],
  [`${WWW}reddit\\.com/r/[^/]+/comments/`, 'www.reddit.com/oembed'],
  [`${WWW}speakerdeck\\.com/`, 'speakerdeck.com/oembed.json'],
  [`${WWW}screencast\\.com/`, 'api.screencast.com/external/oembed'],
  [`${WWW}tiktok\\.com/(?:@|.*/video/)`, 'www.tiktok.com/oembed'],
  ['(?:[a-z]{2}|www)\\.pinterest\\.com(?:\\.au|\\.mx)?/', 'www.pinterest.com/oembed.json'],
  [`${WWW}wolframcloud\\.com/obj/`, 'www.wolframcloud.com/oembed'],
  ['bsky\\.app/profile/.+/post/', 'embed.bsky.app/oembed']
]

export const OEMBED_PROVIDERS: readonly OembedProvider[] = PROVIDERS.map(([page, endpoint]) => ({
  pattern: new RegExp(`^https?://${page}`, 'i'),
  endpoint: `https://${endpoint}`
}))
