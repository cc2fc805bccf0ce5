import type { Batch } from '../../../api/contract/batches.ts';
import type { Organization } from '../../../api/contract/organizations.ts';
import { placesLeft } from '../shared/application/places-left.ts';
import { formatDay } from '../shared/dates/day.ts';
import { addressOfFile } from '../shared/files/files.ts';
import markdown from '../shared/markdown/markdown.module.css';
import { plainText } from '../shared/markdown/plain-text.ts';
import { applyAddress } from './apply-address.ts';
import { element } from './element.ts';

/** Opens a page of the portal in a tab of its own, because a foreign frame has no session cookie. */
export const linkOut = (className: string, href: string, label: string): HTMLAnchorElement =>
  element(
    'a',
    { className, href, target: '_blank', rel: 'noopener' },
    label,
    element('span', { className: 'hidden' }, ' (opens in a new tab)'),
  );

function picture(className: string, src: string): HTMLImageElement {
  const image = element('img', { className, src, alt: '' });
  image.onerror = () => image.remove();
  return image;
}

function description(text: string): HTMLElement {
  const place = element('div', { className: markdown.markdown ?? '', dir: 'auto' }, plainText(text));
  void import('../shared/markdown/markdown-html.ts').then(({ markdownHtml }) => {
    // DOMPurify has sanitized it.
    place.innerHTML = markdownHtml(text);
  });
  return place;
}

function school({ name, logoFile }: Organization): HTMLElement {
  const logo = logoFile ? [picture('logo', addressOfFile(logoFile))] : [];
  return element('p', { className: 'school' }, ...logo, element('span', { dir: 'auto' }, name));
}

export function programCard(batch: Batch, organization: Organization | null, search: string): readonly HTMLElement[] {
  const { name, bannerFile, openedAt } = batch;
  return [
    ...(bannerFile ? [picture('banner', addressOfFile(bannerFile))] : []),
    element(
      'div',
      { className: 'words' },
      ...(organization ? [school(organization)] : []),
      element('h1', { dir: 'auto' }, name),
      element('p', { className: 'seats' }, `${placesLeft(batch)} · open since ${formatDay(openedAt)}`),
      ...(batch.description ? [description(batch.description)] : []),
      linkOut('button', applyAddress(batch, organization?.slug, search), 'Apply'),
    ),
  ];
}
