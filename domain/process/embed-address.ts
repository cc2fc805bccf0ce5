import { isHttpsAddress } from '../values/web-address.ts';

export interface Integration {
  readonly type: 'Calendly' | 'Vimeo' | 'Zoom';
  readonly url: string;
}

export interface EmbedAddress {
  readonly address: string;
  readonly host: string;
}

const HOSTS: Readonly<Record<Integration['type'], RegExp>> = {
  Calendly: /^(www\.)?calendly\.com$/,
  Vimeo: /^((www|player)\.)?vimeo\.com$/,
  Zoom: /^([a-z0-9-]+\.)*zoom\.us$/,
};

/** The address and host of a widget; null unless the address is one of that company's over https. */
export function embedOf({ type, url }: Integration): EmbedAddress | null {
  const address = URL.canParse(url) ? new URL(url) : null;
  if (address?.protocol !== 'https:' || !HOSTS[type].test(address.hostname)) return null;
  if (type !== 'Vimeo') return { address: address.href, host: address.hostname };
  const player = playerOf(address);
  player.searchParams.set('dnt', '1');
  return { address: player.href, host: player.hostname };
}

/** An unlisted video plays only with its hash, from the page's path or the player's query. */
function playerOf(page: URL): URL {
  const video = videoIn(page);
  if (!video || page.hostname === 'player.vimeo.com') return page;
  const player = new URL(`https://player.vimeo.com/video/${video.id}`);
  if (video.hash !== null) player.searchParams.set('h', video.hash);
  if (/^#t=[\dhms]+$/.test(page.hash)) player.hash = page.hash;
  return player;
}

interface Video {
  readonly id: string;
  readonly hash: string | null;
}

const VIDEO = /^\/(?:[a-z]+\/(?:[^/]+\/)?)?(?:videos?\/)?(\d+)(?:\/([\da-f]+))?\/?$/i;

function videoIn({ pathname, searchParams }: URL): Video | null {
  const [, id, inPath] = VIDEO.exec(pathname) ?? [];
  const hash = inPath ?? searchParams.get('h');
  if (id === undefined || pathname.startsWith('/event/')) return null;
  return { id, hash: hash !== null && /^[\da-f]+$/i.test(hash) ? hash : null };
}

export type Recognized =
  | { readonly ok: true; readonly integration: Integration; readonly words: string }
  | { readonly ok: false; readonly message: string };

const PASTED_LIMIT = 20_000;

/** What a pasted link, share link, invitation or embed code shows; else what can be pasted. */
export function recognizeEmbed(pasted: string): Recognized {
  const addresses = addressesIn(pasted.slice(0, PASTED_LIMIT));
  for (const address of addresses) {
    const type = TYPES.find((one) => HOSTS[one].test(address.hostname));
    if (type) return recognized(type, address);
  }
  const [other] = addresses;
  const what = other ? `${other.hostname} cannot be shown here. ` : '';
  return { ok: false, message: `${what}Paste a link or an embed code from calendly.com, vimeo.com or zoom.us.` };
}

const TYPES = ['Calendly', 'Vimeo', 'Zoom'] as const;

/** A link may lack its scheme; embed codes write `&` as `&amp;`. */
function addressesIn(text: string): readonly URL[] {
  const candidates = text.replaceAll('&amp;', '&').match(/[^\s"'<>()]+/g) ?? [];
  return candidates.flatMap((candidate) => {
    const address = candidate.replace(/^(?:https?:)?\/\//i, '');
    let end = address.length;
    while (end > 0 && '.,;'.includes(address.charAt(end - 1))) end -= 1;
    const bare = address.slice(0, end);
    const url = `https://${bare}`;
    const isNamed = /^[a-z0-9-]+(\.[a-z0-9-]+)+(?:[/?#]|$)/i.test(bare);
    return isNamed && isHttpsAddress(url) ? [new URL(url)] : [];
  });
}

function recognized(type: Integration['type'], address: URL): Recognized {
  const path = address.pathname.replace(/^\/|\/$/g, '');
  if (type === 'Vimeo') {
    const video = videoIn(address);
    if (!video) return { ok: false, message: 'This is not a Vimeo video. Open the video and copy its link.' };
    const url = `https://vimeo.com/${video.id}${video.hash === null ? '' : `/${video.hash}`}`;
    const words = video.hash === null ? `Vimeo video ${video.id}` : `Unlisted Vimeo video ${video.id}`;
    return { ok: true, integration: { type, url }, words };
  }
  if (path === '') {
    const example = type === 'Calendly' ? 'calendly.com/your-school/interview' : 'zoom.us/j/123456789';
    return { ok: false, message: `This is ${type}’s home page. Copy the link of a page, such as ${example}.` };
  }
  const meeting = type === 'Zoom' ? /^(?:j|w|s)\/(\d+)/.exec(path)?.[1] : undefined;
  const words = type === 'Calendly' ? `Calendly page ${path}` : meeting ? `Zoom meeting ${meeting}` : 'Zoom page';
  return { ok: true, integration: { type, url: address.href }, words };
}
