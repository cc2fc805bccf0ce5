import { type Theme, themeQuartz } from 'ag-grid-community';

export const ROW_HEIGHT = 36;
export const HEADER_HEIGHT = 36;
/** A long batch scrolls inside itself under its own header, so that the page stays short. */
export const MAX_BODY_HEIGHT = '70vh';

export const gridTheme: Theme = themeQuartz.withParams({
  accentColor: 'var(--accent)',
  backgroundColor: 'var(--surface)',
  foregroundColor: 'var(--n-12)',
  textColor: 'var(--n-12)',
  subtleTextColor: 'var(--n-10)',
  iconColor: 'var(--n-10)',
  invalidColor: 'var(--problem)',
  browserColorScheme: 'inherit',
  fontFamily: 'inherit',
  fontSize: 'var(--mantine-font-size-sm)',
  dataFontSize: 'var(--mantine-font-size-sm)',
  headerFontSize: 'var(--mantine-font-size-xs)',
  headerFontWeight: 500,
  headerTextColor: 'var(--n-10)',
  headerBackgroundColor: 'var(--n-2)',
  headerHeight: HEADER_HEIGHT,
  headerRowBorder: { color: 'var(--line)' },
  headerColumnBorder: false,
  headerColumnResizeHandleColor: 'transparent',
  rowHeight: ROW_HEIGHT,
  rowBorder: { color: 'var(--line)' },
  rowHoverColor: 'var(--n-2)',
  oddRowBackgroundColor: 'transparent',
  columnBorder: false,
  pinnedColumnBorder: { color: 'var(--line)' },
  borderColor: 'var(--line)',
  wrapperBorder: false,
  wrapperBorderRadius: 0,
  autoHeightMaxBodyHeight: MAX_BODY_HEIGHT,
  autoHeightMinBodyHeight: 0,
  cellHorizontalPadding: 12,
  spacing: 6,
  borderRadius: 'var(--mantine-radius-sm)',
  focusShadow: '0 0 0 2px var(--accent)',
  popupShadow: 'var(--mantine-shadow-md)',
  menuBackgroundColor: 'var(--surface)',
  menuBorder: { color: 'var(--line)' },
  tooltipBackgroundColor: 'var(--surface)',
  tooltipTextColor: 'var(--n-12)',
  tooltipBorder: { color: 'var(--line)' },
});
