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
  let address: URL;
  try {
    address = new URL(url);
  } catch {
    return null;
  }
  if (address.protocol !== 'https:' || !HOSTS[type].test(address.hostname)) return null;
  const video = type === 'Vimeo' && address.hostname !== 'player.vimeo.com' && /^\/(\d+)/.exec(address.pathname)?.[1];
  if (video) address = new URL(`https://player.vimeo.com/video/${video}`);
  if (type === 'Vimeo') address.searchParams.set('dnt', '1');
  return { address: address.href, host: address.hostname };
}
