import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';

interface ToPortfolioProps {
  variant?: 'filled' | 'default';
}

/** The way on from a signed-in page where there is nothing to do. */
export const ToPortfolio = ({ variant = 'default' }: ToPortfolioProps) => (
  <Button component={Link} to="/dashboard" variant={variant}>
    Go to the portfolio
  </Button>
);
