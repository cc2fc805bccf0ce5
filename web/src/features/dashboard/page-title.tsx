import { Title } from '@mantine/core';
import classes from './dashboard.module.css';

export const TITLE = 'Applications Dashboard';

export const PageTitle = () => (
  <Title order={1} className={classes.title}>
    {TITLE}
  </Title>
);
